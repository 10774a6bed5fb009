import type { Json } from '@stet/history'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Block } from '../claude/blocks.ts'
import { answerOf } from '../testing/answer-of.ts'
import { WITHOUT_TEXT } from '../testing/contract/describe-mangled.ts'
import { findBreaches, recordStream } from '../testing/find-breaches.ts'
import { readAll, readWhole } from '../testing/open-answer.ts'
import { blockEvents, endEvent, MESSAGE, ping, start, startUsage, stop, type Written } from './fixture-events.ts'
import { createMessageReader } from './read-stream.ts'

const words = () => fc.string({ unit: 'grapheme', maxLength: 12 })

/** A text in pieces, cut anywhere, also within a character of two code units. */
function pieces(text: string): fc.Arbitrary<readonly string[]> {
  return fc
    .uniqueArray(fc.nat({ max: text.length }), { maxLength: 4 })
    .map(cuts => [0, ...cuts.sort((one, other) => one - other), text.length])
    .map(cuts => cuts.slice(1).map((cut, index) => text.slice(cuts[index], cut)))
}

/** A block as it comes whole, and as it is written. */
interface Sent {
  readonly whole: Block
  readonly written: Written
}

function texts(): fc.Arbitrary<Sent> {
  return words().chain(text =>
    pieces(text).map(cut => ({
      whole: { type: 'text', text },
      written: { block: { type: 'text', text: '' }, deltas: cut.map(piece => ({ type: 'text_delta', text: piece })) },
    })),
  )
}

function thoughts(): fc.Arbitrary<Sent> {
  return fc.tuple(words(), fc.base64String()).chain(([thinking, signature]) =>
    pieces(thinking).map(cut => ({
      whole: { type: 'thinking', thinking, signature },
      written: {
        block: { type: 'thinking', thinking: '', signature: '' },
        deltas: [
          ...cut.map(piece => ({ type: 'thinking_delta', thinking: piece })),
          { type: 'signature_delta', signature },
        ],
      },
    })),
  )
}

function calls(): fc.Arbitrary<Sent> {
  const input = fc
    .dictionary(fc.string({ maxLength: 4 }), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3, noNullPrototype: true })
    .map((value): Json => JSON.parse(JSON.stringify(value)))
  return fc
    .tuple(
      fc.constantFrom('tool_use', 'server_tool_use'),
      fc.string({ unit: 'binary-ascii', minLength: 1, maxLength: 6 }),
      input,
    )
    .chain(([type, id, given]) => {
      const text = JSON.stringify(given)
      const block = { type, id, name: 'tool', input: {} }
      return pieces(text === '{}' ? '' : text).map(cut => ({
        whole: { ...block, input: given },
        written: { block, deltas: cut.map(piece => ({ type: 'input_json_delta', partial_json: piece })) },
      }))
    })
}

function others(): fc.Arbitrary<Sent> {
  return fc
    .constantFrom<Block[]>(
      { type: 'redacted_thinking', data: 'cmVk' },
      { type: 'web_search_tool_result', tool_use_id: 'x', content: [{ url: 'https://example.org', title: 'A' }] },
      { zeta: 1, type: 'block_of_tomorrow', alpha: { b: [1], a: null } },
      { type: 'text', text: 'Cited.', citations: [{ url: 'https://example.org/c', title: null, cited_text: 'c' }] },
    )
    .map(whole => ({ whole, written: { block: whole, deltas: [] } }))
}

const answers = () => fc.array(fc.oneof(texts(), thoughts(), calls(), others()), { maxLength: 6 })

describe('any answer of Anthropic', () => {
  it('[P4] [C7] is the same written in any pieces as whole: its parts, and its content byte for byte', async () => {
    await fc.assert(
      fc.asyncProperty(answers(), fc.boolean(), async (blocks, pinged) => {
        const events = [
          start,
          ...blocks.flatMap(({ written }, index) => [...(pinged ? [ping] : []), ...blockEvents(written, index)]),
          endEvent('end_turn'),
          stop,
        ]
        const content = blocks.map(({ whole }) => whole)
        const usage = { ...startUsage, output_tokens: 34 }
        const message = { ...MESSAGE, content, stop_reason: 'end_turn', usage }
        const streamed = answerOf(await recordStream(readAll(createMessageReader({ prefill: '' }), events)))
        const whole = answerOf(await recordStream(readWhole(createMessageReader({ prefill: '' }), message)))
        expect(streamed).toEqual(whole)
        expect(JSON.stringify(streamed.native?.content ?? [])).toBe(JSON.stringify(content))
      }),
    )
  })

  it('[FP-2] [FP-15] keeps the contract of streams, whatever nonsense its events hold', async () => {
    const value = fc.oneof(
      fc.constantFrom<Json[]>(0, 1, '0', null, 'text', WITHOUT_TEXT),
      fc.jsonValue({ maxDepth: 1 }),
    )
    const delta = fc.record(
      {
        type: fc.constantFrom('text_delta', 'thinking_delta', 'signature_delta', 'input_json_delta', 'citations_delta'),
        text: value,
        thinking: value,
        signature: value,
        partial_json: value,
        citation: value,
      },
      { requiredKeys: ['type'] },
    )
    const block = fc.record(
      {
        type: fc.constantFrom('text', 'thinking', 'redacted_thinking', 'tool_use', 'server_tool_use', 'x_tool_result'),
        text: value,
        thinking: value,
        id: value,
        name: value,
        input: value,
        content: value,
        citations: value,
        tool_use_id: value,
      },
      { requiredKeys: ['type'] },
    )
    const event = fc.record(
      {
        type: fc.constantFrom(
          'message_start',
          'content_block_start',
          'content_block_delta',
          'content_block_stop',
          'message_delta',
          'message_stop',
          'ping',
          'error',
          'else',
        ),
        index: fc.oneof(fc.constantFrom(0, 1), value),
        message: value,
        content_block: fc.oneof(block, value),
        delta: fc.oneof(delta, value),
        usage: value,
        error: value,
      },
      { requiredKeys: ['type'] },
    )
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(event, value), { maxLength: 25 }), async events => {
        const parsed: readonly Json[] = JSON.parse(JSON.stringify(events))
        expect(findBreaches(await recordStream(readAll(createMessageReader({ prefill: '' }), parsed)))).toEqual([])
      }),
      { numRuns: 500 },
    )
  })
})
