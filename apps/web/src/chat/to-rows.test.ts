import {
  type ChatView,
  type Draft,
  defaultAnswerSettings,
  defaultContextSettings,
  type Message,
} from '@stet/api/client'
import { describe, expect, it } from 'vitest'
import { lastLink, shownDraft, toRows } from './to-rows.ts'

const stored = { chatId: 'chat_a', order: 1, at: 0, copiedFrom: null } as const
const facts = {
  origin: { definition: 'demo', protocol: 'demo', model: 'demo' },
  requestId: null,
  rawUsage: null,
  usage: null,
}
const user: Message = { ...stored, id: 'msg_u', parentId: null, role: 'user', parts: [] }
const asked: Message = { ...stored, id: 'msg_s', parentId: 'msg_u', role: 'system-title', parts: [] }
const title: Message = { ...stored, ...facts, id: 'msg_t', parentId: 'msg_u', role: 'title', parts: [] }

function draft(messageId: Draft['messageId'], parentId: Draft['parentId']): Draft {
  return { runId: 'run_a', messageId, parentId, startedAt: 0, state: 'writing', parts: [], retry: null }
}

function view(path: readonly Message[], drafts: readonly Draft[]): ChatView {
  const settings = {
    model: { definition: 'demo', model: 'demo' },
    systemPrompt: '',
    context: defaultContextSettings({ caching: 'none' }),
    answer: defaultAnswerSettings,
    tools: [],
  }
  const chat = { id: 'chat_a', workspaceId: 'ws_a', place: 'open', createdAt: 0, activeAt: 0, title: null } as const
  const rest = { settings, tip: null, recentTips: [], marks: [], lifts: [], forkedFrom: null }
  return {
    chat: { ...chat, ...rest },
    path,
    earlier: false,
    siblings: {},
    calls: {},
    progress: {},
    runs: [],
    drafts,
    waiting: [],
    compactions: [],
  }
}

describe('the rows of a conversation', () => {
  it('[V3] are its path without the request for a title, and the answer in the making', () => {
    const writing = draft('msg_d', 'msg_u')
    expect(toRows(view([user, asked, title], [writing]))).toEqual([
      { key: 'msg_u', kind: 'message', message: user },
      { key: 'msg_t', kind: 'message', message: title },
      { key: 'msg_d', kind: 'draft', draft: writing },
    ])
  })

  it('[FU-8] leave out an answer that is written on another branch', () => {
    expect(shownDraft(view([user], [draft('msg_d', 'msg_elsewhere')]))).toBe(null)
  })

  it('[H1] end for the next message at the last link, not at an aside', () => {
    expect([lastLink(view([user, title], [])), lastLink(view([], []))]).toEqual([user, null])
  })
})
