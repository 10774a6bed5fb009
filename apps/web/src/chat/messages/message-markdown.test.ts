import type { Message } from '@stet/api/client'
import { describe, expect, it } from 'vitest'
import { draftMarkdown, messageMarkdown } from './message-markdown.ts'

const stored = { id: 'msg_a', chatId: 'chat_a', parentId: null, order: 1, at: 0, copiedFrom: null } as const

describe('a message as Markdown', () => {
  it('[H9] is its text, with calls and results as code and without the thinking', () => {
    const answer: Message = {
      ...stored,
      role: 'assistant',
      origin: { definition: 'demo', protocol: 'demo', model: 'demo' },
      requestId: null,
      rawUsage: null,
      usage: null,
      runId: null,
      end: 'complete',
      native: null,
      durationMs: null,
      parts: [
        { kind: 'reasoning', text: 'hm', signature: null },
        { kind: 'text', text: '# Title' },
        { kind: 'tool-call', callId: 'call_a', tool: 'clock', input: '{"a":"```"}', providerCallId: null },
        { kind: 'error', code: 'network', message: 'lost', status: null, retryable: true },
      ],
    }
    expect(messageMarkdown(answer)).toBe('# Title\n\nCall of `clock`:\n\n````json\n{"a":"```"}\n````\n\n> lost')
  })

  it('[H9] of one without text is empty', () => {
    expect(messageMarkdown({ ...stored, role: 'clear' })).toBe('')
  })

  it('[H9] of a draft is the text so far', () => {
    expect(
      draftMarkdown([
        { kind: 'reasoning', text: 'hm' },
        { kind: 'text', text: 'so f' },
      ]),
    ).toBe('so f')
  })
})
