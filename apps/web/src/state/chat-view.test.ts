import type { ChatView, Draft, Message, WaitingMessage } from '@stet/api/client'
import { describe, expect, it } from 'vitest'
import { emptyView } from '../testing/empty-view.ts'
import { lastLink, nextParent, shownDraft, shownWaiting, toRows } from './chat-view.ts'

const stored = { chatId: 'chat_a', order: 1, at: 0, copiedFrom: null } as const
const facts = {
  origin: { definition: 'demo', protocol: 'demo', model: 'demo' },
  requestId: null,
  rawUsage: null,
  usage: null,
}
const user: Message = { ...stored, id: 'msg_u', parentId: null, role: 'user', parts: [] }
const asked: Message = { ...stored, id: 'msg_s', parentId: 'msg_u', role: 'system-title', parts: [] }
const summed: Message = { ...stored, id: 'msg_q', parentId: 'msg_u', role: 'system-summary', parts: [] }
const title: Message = { ...stored, ...facts, id: 'msg_t', parentId: 'msg_u', role: 'title', parts: [] }

function draft(messageId: Draft['messageId'], parentId: Draft['parentId']): Draft {
  return { runId: 'run_a', messageId, parentId, startedAt: 0, state: 'writing', parts: [], retry: null }
}

function waitingBelow(id: WaitingMessage['id'], below: WaitingMessage['below']): WaitingMessage {
  return { id, below, chatId: 'chat_a', runId: 'run_a', at: 0, text: 'And?', files: [] }
}

function view(path: readonly Message[], drafts: readonly Draft[]): ChatView {
  return { ...emptyView(), path, drafts }
}

describe('the rows of a conversation', () => {
  it('[V3] are its path without what was asked for a title or a summary, and the draft', () => {
    const writing = draft('msg_d', 'msg_u')
    expect(toRows(view([user, asked, summed, title], [writing]))).toEqual([
      { key: 'msg_u', kind: 'message', message: user },
      { key: 'msg_t', kind: 'message', message: title },
      { key: 'msg_d', kind: 'draft', draft: writing },
    ])
  })

  it('[FU-8] leave out an answer that is written on another branch', () => {
    expect(shownDraft(view([user], [draft('msg_d', 'msg_elsewhere')]))).toBe(null)
  })

  it('[R10] hold below the draft what waits for it, and nothing that waits elsewhere', () => {
    const writing = draft('msg_d', 'msg_u')
    const waits = waitingBelow('msg_w', 'msg_d')
    const elsewhere = waitingBelow('msg_x', 'msg_elsewhere')
    expect(toRows({ ...view([user], [writing]), waiting: [waits, elsewhere] }).slice(1)).toEqual([
      { key: 'msg_d', kind: 'draft', draft: writing },
      { key: 'msg_w', kind: 'waiting', message: waits },
    ])
  })

  it('[R10] hold what a run left waiting at the end of the path, and not further up', () => {
    const answered: Message = { ...stored, id: 'msg_r', parentId: 'msg_u', role: 'tool-results', parts: [] }
    const further: Message = { ...stored, id: 'msg_v', parentId: 'msg_r', role: 'user', parts: [] }
    const waiting = [waitingBelow('msg_w', 'msg_u')]
    expect(shownWaiting({ ...view([user, answered], []), waiting })).toEqual(waiting)
    expect(shownWaiting({ ...view([user, answered, further], []), waiting })).toEqual([])
  })

  it('[H1] end at the last link, not at an aside', () => {
    expect([lastLink(view([user, title], [])), lastLink(view([], []))]).toEqual([user, null])
  })

  it('[R10] take the next message below the draft, or below the last message', () => {
    const writing = draft('msg_d', 'msg_u')
    expect([
      nextParent(view([user], [writing])),
      nextParent(view([user], [{ ...writing, state: 'unsaved' }])),
      nextParent(view([user, title], [])),
      nextParent(view([], [])),
    ]).toEqual(['msg_d', 'msg_u', 'msg_u', null])
  })
})
