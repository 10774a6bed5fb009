import type { ModelRequest, RequestMessage } from '@stet/history'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { estimateTokens } from './estimate-tokens.ts'
import {
  carriesFiles,
  correctEstimate,
  correctionFactor,
  estimateRequest,
  noCorrection,
  type TokenCorrection,
} from './token-correction.ts'

function correctedBy(...ratios: readonly number[]): TokenCorrection {
  return ratios.reduce(
    (correction, ratio) => correctEstimate(correction, { estimated: 1000, reported: 1000 * ratio }),
    noCorrection,
  )
}

describe('correctEstimate', () => {
  it('[C15] takes over what the provider reports once a second request agrees', () => {
    expect(correctionFactor(noCorrection)).toBe(1)
    expect(correctionFactor(correctedBy(1.2))).toBe(1.1)
    expect(correctionFactor(correctedBy(1.2, 1.2))).toBe(1.2)
    expect(correctionFactor(correctedBy(0.8, 0.8, 0.8))).toBe(0.8)
  })

  it('[C15] follows a model that changes, and remembers no more than fifteen requests', () => {
    const changed = correctedBy(...new Array<number>(40).fill(1.5), ...new Array<number>(9).fill(1.1))
    expect(correctionFactor(changed)).toBe(1.1)
    expect(changed.ratios).toHaveLength(15)
  })

  it('[C15] is not moved by a few odd reports among many', () => {
    expect(correctionFactor(correctedBy(1.2, 1.2, 2.9, 1.2, 0.4, 1.2, 2.9))).toBe(1.2)
  })

  it.each([
    ['missing usage', 1000, null],
    ['an estimate that is not known', null, 1000],
    ['no tokens', 1000, 0],
    ['negative usage', 1000, -5],
    ['NaN', 1000, Number.NaN],
    ['infinite usage', 1000, Number.POSITIVE_INFINITY],
    ['a tenth of the text', 1000, 100],
    ['ten times the text', 1000, 10_000],
    ['a request too small to tell', 100, 120],
    ['an empty request', 0, 5],
    ['an estimate that is no number', Number.NaN, 5],
  ])('[FP-16] [C15] changes nothing for %s', (_name, estimated, reported) => {
    const correction = correctedBy(1.2, 1.2)
    expect(correctEstimate(correction, { estimated, reported })).toBe(correction)
  })

  it('[FP-16] [C15] gives a factor between a third and three, whatever was reported', () => {
    const figure = fc.option(fc.oneof(fc.double(), fc.integer({ min: 0, max: 100_000 })))
    const requests = fc.array(fc.record({ estimated: figure, reported: figure }), { maxLength: 40 })
    fc.assert(
      fc.property(requests, seen => {
        const factor = correctionFactor(seen.reduce(correctEstimate, noCorrection))
        expect(factor).toBeGreaterThanOrEqual(1 / 3)
        expect(factor).toBeLessThanOrEqual(3)
      }),
    )
  })
})

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

  it.each([
    ['Chinese without a space', '发送的内容由保存的内容计算得出。'.repeat(40)],
    ['minified JSON', JSON.stringify({ rows: Array.from({ length: 40 }, (_, row) => ({ row, ok: true })) })],
  ])('[C15] counts %s in native content as the text it is', (_name, said) => {
    const native = { protocol: 'anthropic', content: [{ type: 'text', text: said }] }
    const message: RequestMessage = {
      form: 'native',
      messageId: 'msg_two',
      role: 'assistant',
      native,
      calls: [],
      cacheMark: false,
    }
    const estimated = estimateRequest({ ...empty, messages: [message] })
    expect(estimated).toBe(estimateTokens(said) + estimateTokens('text') + 4)
  })

  it('[C15] cannot know what a request with files is', () => {
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
    expect([
      carriesFiles({ messages: [user, { ...user, parts: [file] }] }),
      carriesFiles({ messages: [result] }),
    ]).toEqual([true, true])
    expect(carriesFiles({ messages: [user] })).toBe(false)
  })
})
