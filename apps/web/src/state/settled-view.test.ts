import type { ChatView, Draft } from '@stet/api/client'
import { describe, expect, it } from 'vitest'
import { emptyView } from '../testing/empty-view.ts'
import type { ChatState } from './chat-store.ts'
import { settledReader } from './settled-view.ts'

const before: ChatView = { ...emptyView(), drafts: [draft('Hel')] }

function draft(text: string, state: Draft['state'] = 'writing'): Draft {
  return {
    runId: 'run_a',
    messageId: 'msg_a',
    parentId: 'msg_u',
    startedAt: 0,
    model: { definition: 'demo', model: 'demo' },
    state,
    parts: [{ kind: 'text', text }],
    retry: null,
  }
}

function readAfter(next: ChatView): readonly ChatState[] {
  let view = before
  const read = settledReader({ drawn: () => ({ kind: 'ready', view, window: null, above: 'idle' }) })
  const first = read()
  view = next
  return [first, read()]
}

describe('a chat without the text that is being written', () => {
  it('[V3] stays the same object while an answer grows', () => {
    const [first, second] = readAfter({ ...before, drafts: [draft('Hello')], progress: { call_a: 'half' } })
    expect(second).toBe(first)
  })

  it('[V3] changes with anything else', () => {
    const others: readonly ChatView[] = [
      { ...before, chat: { ...before.chat, activeAt: 9 } },
      { ...before, path: [] },
      { ...before, drafts: [draft('Hello', 'unsaved')] },
      { ...before, drafts: [] },
    ]
    for (const next of others)
      expect(readAfter(next)[1]).toEqual({ kind: 'ready', view: next, window: null, above: 'idle' })
  })
})
