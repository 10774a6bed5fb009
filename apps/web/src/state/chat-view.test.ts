import type { ChatView, Draft, Message, MessageId, WaitingMessage } from '@stet/api/client'
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

const answered = { parts: [], runId: null, end: 'complete', native: null, durationMs: null } as const

function draft(messageId: Draft['messageId'], parentId: Draft['parentId']): Draft {
  const model = { definition: 'demo', model: 'demo' }
  return { runId: 'run_a', messageId, parentId, startedAt: 0, model, state: 'writing', parts: [], retry: null }
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

  it('[V2] [T1] hold two or more finished steps as one block, and its messages below it once it is open', () => {
    const step = (n: number): readonly Message[] => [
      { ...stored, ...facts, ...answered, id: `msg_a${n}`, parentId: null, role: 'assistant' },
      { ...stored, id: `msg_r${n}`, parentId: null, role: 'tool-results', parts: [] },
    ]
    const last: Message = { ...stored, ...facts, ...answered, id: 'msg_z', parentId: null, role: 'assistant' }
    const shape = (path: readonly Message[], opened: ReadonlySet<MessageId> = new Set()) =>
      toRows(view(path, []), opened).map(row => [row.kind, row.key, row.kind === 'message' && row.isStep === true])
    const plain = (id: string) => ['message', id, false]
    // One step is not folded, and the answer below it has the footer of both.
    const single = ['msg_a1', 'msg_r1'].map(id => ['message', id, true])
    expect(shape([user, ...step(1), last])).toEqual([plain('msg_u'), ...single, plain('msg_z')])
    expect(shape([user, ...step(1)])).toEqual(['msg_u', 'msg_a1', 'msg_r1'].map(plain))
    const run = [user, ...step(1), ...step(2)]
    const block = ['steps', 'msg_a1-steps', false]
    expect(shape([...run, last])).toEqual([plain('msg_u'), block, plain('msg_z')])
    expect(shape(run, new Set(['msg_a1-steps']))).toEqual([
      plain('msg_u'),
      block,
      ...['msg_a1', 'msg_r1', 'msg_a2', 'msg_r2'].map(id => ['message', id, true]),
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
