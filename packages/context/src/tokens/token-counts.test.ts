import type { FilePart, Message, Part } from '@stet/history'
import { answered, createHistoryBuilder, userParts } from '@stet/history/testing'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { estimateTokens } from './estimate-tokens.ts'
import { correctEstimate, noCorrection } from './token-correction.ts'
import { createTokenCounts, fileTokens } from './token-counts.ts'

const dearer = [1.5, 1.5].reduce(
  (correction, ratio) => correctEstimate(correction, { estimated: 1000, reported: 1000 * ratio }),
  noCorrection,
)
const characters = { count: (text: string): number => text.length }

const callId = 'call_one'
const photo = { kind: 'file', blob: '0'.repeat(64), name: 'a.png', mediaType: 'image/png', size: 10 } as const

function messages(): readonly Message[] {
  const builder = createHistoryBuilder()
  const asked = builder.add(null, { role: 'user', parts: [{ kind: 'text', text: 'twelve chars' }, photo] })
  const answer = builder.add(asked, {
    ...answered(''),
    parts: [
      { kind: 'reasoning', text: 'hm', signature: 'not counted' },
      { kind: 'text', text: 'four' },
      { kind: 'tool-call', callId, tool: 'read', input: '{"a":1}', providerCallId: 'not counted' },
      { kind: 'source', url: 'https://a', title: null, citedText: 'cited' },
      { kind: 'error', code: 'network', message: 'not counted', status: null, retryable: true },
    ],
  })
  const results = builder.add(answer, {
    role: 'tool-results',
    parts: [
      { kind: 'tool-result', callId, tool: 'read', outcome: 'done', content: [{ kind: 'text', text: 'ok' }, photo] },
    ],
  })
  builder.add(results, { role: 'env-changed', roots: ['/a'], added: ['/a'], removed: [], directives: [] })
  builder.add(results, { role: 'clear' })
  return builder.messages()
}

describe('createTokenCounts', () => {
  it('[C15] counts every part of a message that a model reads, by the counter that is given', () => {
    const counts = createTokenCounts({ counter: characters })
    const [asked, answer, results, changed, clear] = messages().map(message => counts.message(message))
    expect([asked, answer, results, clear]).toEqual([12 + 1600, 2 + 4 + 11 + 14, 4 + 2 + 1600, 0])
    expect(changed).toBeGreaterThan(10)
  })

  it('[C15] estimates where no counter is given, corrected for the model', () => {
    const text = 'What is sent is computed from what is kept.'
    expect(createTokenCounts().text(text)).toBe(estimateTokens(text))
    expect(createTokenCounts({ correction: dearer }).text(text)).toBe(Math.ceil(estimateTokens(text) * 1.5))
    expect(createTokenCounts({ correction: dearer, counter: characters }).text(text)).toBe(text.length)
  })

  it('[C15] keeps the count a message had, when the correction has moved since', () => {
    const before = createTokenCounts()
    const [first, second] = messages()
    if (first === undefined || second === undefined) throw new Error('no messages')
    const kept = before.message(first)
    const later = createTokenCounts({ correction: dearer, known: before.counted })
    expect(later.message(first)).toBe(kept)
    expect(later.message(second)).toBeGreaterThan(before.message(second))
    expect([...later.counted.keys()]).toEqual([first.id, second.id])
    expect([...before.counted.keys()]).toEqual([first.id, second.id])
  })

  it('[C15] counts a message once and a part once', () => {
    let asked = 0
    const counts = createTokenCounts({
      counter: {
        count: () => {
          asked += 1
          return 1
        },
      },
    })
    const [message] = messages()
    const part: Part = { kind: 'text', text: 'counted once' }
    if (message === undefined) throw new Error('no messages')
    expect([counts.message(message), counts.message(message), counts.part(part), counts.part(part), asked]).toEqual([
      1601, 1601, 1, 1, 2,
    ])
  })

  it('[C15] has the parts of any message add up to it', () => {
    fc.assert(
      fc.property(userParts(), parts => {
        const counts = createTokenCounts({ correction: dearer })
        const builder = createHistoryBuilder()
        builder.add(null, { role: 'user', parts })
        const whole = builder.messages().map(message => counts.message(message))
        expect(whole).toEqual([parts.reduce((sum, part) => sum + counts.part(part), 0)])
      }),
    )
  })
})

function file(mediaType: string, size: number): FilePart {
  return { kind: 'file', blob: '0'.repeat(64), name: 'file', mediaType, size }
}

describe('fileTokens', () => {
  it('[C15] takes every image for one of the largest that providers read', () => {
    expect([fileTokens(file('image/png', 900)), fileTokens(file('image/jpeg', 4_000_000))]).toEqual([1600, 1600])
  })

  it.each([
    ['text/plain', 1000],
    ['application/json', 1000],
    ['application/ld+json', 1000],
    ['application/pdf', 200],
    ['application/octet-stream', 200],
    ['audio/mpeg', 8],
    ['video/mp4', 5],
  ])('[C15] takes %s by its size', (mediaType, tokens) => {
    expect(fileTokens(file(mediaType, 4000))).toBe(tokens)
  })

  it('[C15] takes no file for nothing', () => {
    expect(fileTokens(file('text/plain', 0))).toBe(1)
  })
})
