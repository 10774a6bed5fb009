import type { ModelRequest, RequestMessage } from '@stet/history'
import { describe, expect, it } from 'vitest'
import { estimateRequest } from './estimate-request.ts'
import { estimateTokens } from './estimate-tokens.ts'

const text = 'What is sent is computed from what is kept.'
const tokens = estimateTokens(text)
const user: RequestMessage = {
  form: 'plain',
  messageId: 'msg_one',
  role: 'user',
  parts: [{ kind: 'text', text }],
  cacheMark: false,
}
const empty: ModelRequest = { system: [], messages: [], tools: [] }

describe('estimateRequest', () => {
  it('[C15] takes in system, tools and messages, with four tokens a message', () => {
    const tools = [{ name: 'read', description: text, input: { type: 'object' } }]
    expect(estimateRequest(empty)).toBe(0)
    expect(estimateRequest({ ...empty, system: [{ text, cacheMark: false }] })).toBe(tokens)
    expect(estimateRequest({ ...empty, messages: [user, user] })).toBe(2 * tokens + 8)
    expect(estimateRequest({ ...empty, tools })).toBe(estimateTokens(JSON.stringify(tools)))
  })

  it('[C15] reads the texts of native content and leaves out what is sealed', () => {
    const message: RequestMessage = {
      form: 'native',
      messageId: 'msg_two',
      role: 'assistant',
      native: {
        protocol: 'anthropic-messages',
        content: [
          { thinking: text, signature: 'x'.repeat(400), index: 3, citations: null },
          { text, opaque: true },
        ],
      },
      calls: [],
      cacheMark: false,
    }
    expect(estimateRequest({ ...empty, messages: [message] })).toBe(2 * tokens + 4)
  })

  it('[C15] cannot tell what a request with files is', () => {
    const file = { kind: 'file', blob: '0'.repeat(64), name: 'a.png', mediaType: 'image/png', size: 10 } as const
    const result: RequestMessage = {
      form: 'plain',
      messageId: 'msg_three',
      role: 'tool-results',
      parts: [{ kind: 'tool-result', callId: 'call_one', tool: 'look', outcome: 'done', content: [file] }],
      cacheMark: false,
    }
    expect(estimateRequest({ ...empty, messages: [{ ...user, parts: [file] }] })).toBe(null)
    expect(estimateRequest({ ...empty, messages: [result] })).toBe(null)
  })
})
