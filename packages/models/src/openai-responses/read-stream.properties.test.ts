import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findBreaches, recordStream } from '../testing/find-breaches.ts'
import { readAll, readWhole } from '../testing/open-answer.ts'
import type { JsonObject } from '../transport/json-field.ts'
import { eventsOf, responseOf } from './fixture-events.ts'
import { createResponseReader } from './read-stream.ts'

const texts = fc.string({ unit: 'grapheme', maxLength: 40 })
const annotations = fc.array(
  fc.record({
    type: fc.constantFrom('url_citation', 'file_citation'),
    url: fc.constantFrom('https://a.example', 'https://b.example?utm_source=openai'),
    title: fc.option(texts),
    start_index: fc.integer({ min: -1, max: 50 }),
    end_index: fc.integer({ min: -1, max: 50 }),
  }),
  { maxLength: 2 },
)
const contents = fc.oneof(
  fc.record({ type: fc.constant('output_text'), text: texts, annotations }),
  fc.record({ type: fc.constant('refusal'), refusal: texts }),
)
const items: fc.Arbitrary<JsonObject> = fc.oneof(
  fc.record({
    type: fc.constant('message'),
    role: fc.constant('assistant'),
    content: fc.array(contents, { maxLength: 3 }),
  }),
  fc.record({
    type: fc.constant('reasoning'),
    summary: fc.array(fc.record({ type: fc.constant('summary_text'), text: texts }), { maxLength: 3 }),
    encrypted_content: fc.option(texts),
  }),
  fc.record({ type: fc.constant('function_call'), call_id: texts, name: texts, arguments: texts }),
  fc.record({ type: fc.constant('custom_tool_call'), call_id: texts, name: texts, input: texts }),
  fc.record({
    type: fc.constant('web_search_call'),
    status: fc.constantFrom('completed', 'failed'),
    action: fc.record({
      type: fc.constant('search'),
      query: texts,
      sources: fc.constantFrom([], [{ type: 'url', url: 'https://b.example' }]),
    }),
  }),
  fc.record({
    type: fc.constant('of_next_year'),
    anything: fc.jsonValue({ maxDepth: 2 }).map(value => JSON.stringify(value)),
  }),
)
const outputs = fc
  .array(items, { maxLength: 5 })
  .map(output => output.map((item, index): JsonObject => ({ id: `item_${index}`, ...item })))

async function read(events: readonly JsonObject[]) {
  return recordStream(readAll(createResponseReader(), events))
}

describe('any response', () => {
  it('[P4] [C7] reports the same streamed and whole, and is kept as it came', async () => {
    await fc.assert(
      fc.asyncProperty(outputs, async output => {
        const record = await read(eventsOf(output))
        const last = record.events.at(-1)
        const whole = readWhole(createResponseReader(), responseOf(output)).at(-1)
        expect(findBreaches(record)).toEqual([])
        expect(last).toEqual(whole)
        expect(last?.kind === 'answer-finished' ? last.answer.native : 'no answer').toEqual(
          output.length === 0 ? null : { protocol: 'openai-responses', content: output },
        )
      }),
      { numRuns: 150 },
    )
  })

  it('[FP-2] [FP-15] keeps the contract whichever of its events are lost or come twice', async () => {
    const fates = fc.infiniteStream(fc.constantFrom(0, 1, 1, 1, 2))
    await fc.assert(
      fc.asyncProperty(outputs, fates, async (output, fate) => {
        const events = eventsOf(output).flatMap(event => Array.from({ length: fate.next().value ?? 1 }, () => event))
        expect(findBreaches(await read(events), { corrects: true })).toEqual([])
      }),
      { numRuns: 150 },
    )
  })
})
