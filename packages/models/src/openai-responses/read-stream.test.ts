import type { Json } from '@stet/history'
import { describe, expect, it } from 'vitest'
import { demoPrices } from '../demo/definition.ts'
import { ModelError } from '../model-error.ts'
import type { AnsweredPart } from '../model-event.ts'
import type { PriceList } from '../price-list.ts'
import { costOf } from '../prices/cost-of.ts'
import { findBreaches, recordStream } from '../testing/find-breaches.ts'
import { readAll, readWhole } from '../testing/open-answer.ts'
import { readRecorded, recordedAbsent } from '../testing/recorded-streams.ts'
import { isJsonList, isJsonObject, type JsonObject, textField } from '../transport/json-field.ts'
import { eventsOf, numbered, responseOf, usage } from './fixture-events.ts'
import { createResponseReader, toRemarks } from './read-stream.ts'

async function read(events: readonly JsonObject[]) {
  const record = await recordStream(readAll(createResponseReader(), events))
  const last = record.events.at(-1)
  const { thrown } = record
  return {
    answer: last?.kind === 'answer-finished' ? last.answer : null,
    breaches: findBreaches(record, { corrects: true }),
    error: thrown instanceof ModelError ? `${thrown.kind}: ${thrown.message}` : thrown,
    published: record.events.flatMap(event => (event.kind === 'part-delta' ? [event.text] : [])).join(''),
  }
}

function say(text: string, facts: JsonObject = {}): JsonObject {
  const content = [{ type: 'output_text', annotations: [], text }]
  return { id: 'msg_1', type: 'message', status: 'completed', content, role: 'assistant', ...facts }
}

const call: JsonObject = {
  id: 'fc_1',
  type: 'function_call',
  status: 'completed',
  arguments: '{"city":"Zürich"}',
  call_id: 'call_1',
  name: 'weather',
}

describe('the stream of a response', () => {
  it('[FP-4] that ends without its last event is broken off, and what arrived is kept', async () => {
    const events = eventsOf([say('Hello, you.')])
    expect(await read(events.slice(0, -1))).toEqual({
      answer: null,
      breaches: [],
      error: 'protocol: the answer broke off: the stream ended without its last event',
      published: 'Hello, you.',
    })
  })

  it('[FP-2] takes the final text where it differs from the deltas', async () => {
    const events = eventsOf([say('Hello, you.')]).map(event =>
      event.type === 'response.output_text.delta' ? { ...event, delta: 'Odd.' } : event,
    )
    expect((await read(events)).answer?.parts).toEqual([{ kind: 'text', text: 'Hello, you.' }])
  })

  it('[P4] shows a custom call that the provider ran itself as its own', async () => {
    const ran = {
      id: 'ctc_1',
      type: 'custom_tool_call',
      status: 'completed',
      call_id: 'xs_1',
      name: 'x_keyword_search',
      input: 'stet',
    }
    const { answer } = await read(eventsOf([ran, say('Found.')]))
    expect(answer?.parts[0]).toEqual({
      kind: 'provider-call',
      tool: 'x_keyword_search',
      input: 'stet',
      outcome: 'done',
    })
  })

  it('[FP-2] takes from the whole item what was lost of its deltas', async () => {
    const events = eventsOf([say('Hello, you there.')])
    const lost = events.filter((_, index) => index !== 7)
    const { answer, breaches, error } = await read(lost)
    expect({ parts: answer?.parts, breaches, error }).toEqual({
      parts: [{ kind: 'text', text: 'Hello, you there.' }],
      breaches: [],
      error: null,
    })
  })

  it('[FP-2] keeps the native form whole where a delta in the middle was lost', async () => {
    const item = say('Hello, you there.')
    const { answer, breaches } = await read(eventsOf([item]).filter((_, index) => index !== 4))
    expect({ parts: answer?.parts, native: answer?.native, breaches }).toEqual({
      parts: [{ kind: 'text', text: 'Hello, you there.' }],
      native: { protocol: 'openai-responses', content: [item] },
      breaches: [],
    })
  })

  it('[FP-2] takes an item whose last event was lost from the end of the response', async () => {
    const output = [say('Let me see.'), call]
    const lost = eventsOf(output).filter(({ type }) => type !== 'response.output_item.done')
    const { answer, breaches } = await read(lost)
    expect({ native: answer?.native?.content, breaches }).toEqual({ native: output, breaches: [] })
  })

  it('[C7] has no native form where an item never came whole', async () => {
    const events = eventsOf([say('Hello.')]).flatMap(event => {
      if (event.type === 'response.output_item.done') return []
      return [event.type === 'response.completed' ? { ...event, response: responseOf([]) } : event]
    })
    const { answer } = await read(events)
    expect({ parts: answer?.parts, native: answer?.native }).toEqual({
      parts: [{ kind: 'text', text: 'Hello.' }],
      native: null,
    })
  })

  it('[C7] keeps items from their own last event, also where the end of the response lists none', async () => {
    const sealed = { id: 'rs_1', type: 'reasoning', summary: [], encrypted_content: 'sealed' }
    const events = eventsOf([sealed, say('Hello.')]).map(event =>
      event.type === 'response.completed' ? { ...event, response: responseOf([]) } : event,
    )
    expect((await read(events)).answer?.native?.content).toEqual([sealed, say('Hello.')])
  })

  it('[P4] starts a call at once, and gives its input piece by piece exactly as it came', async () => {
    const { answer, breaches, published } = await read(eventsOf([{ ...call, arguments: '{"city": "Zü' }]))
    expect({ parts: answer?.parts, breaches, published }).toEqual({
      parts: [{ kind: 'tool-call', tool: 'weather', input: '{"city": "Zü', providerCallId: 'call_1' }],
      breaches: [],
      published: '{"city": "Zü',
    })
  })

  it.each([
    ['name', { ...call, name: '' }],
    ['id', { ...call, call_id: null }],
  ])('[P4] waits for the %s of a call that a server reports only at its end', async (_name, item) => {
    const events = eventsOf([call]).map(event =>
      event.type === 'response.output_item.added' ? { ...event, item: { ...item, arguments: '' } } : event,
    )
    const { answer, breaches } = await read(events)
    expect({ parts: answer?.parts, breaches }).toEqual({
      parts: [{ kind: 'tool-call', tool: 'weather', input: '{"city":"Zürich"}', providerCallId: 'call_1' }],
      breaches: [],
    })
  })

  it('[P4] reads a custom call, whose input is no JSON', async () => {
    const custom = { id: 'ct_1', type: 'custom_tool_call', call_id: 'call_2', name: 'sql', input: 'SELECT 1' }
    const { answer, breaches } = await read(eventsOf([custom]))
    expect({ parts: answer?.parts, breaches }).toEqual({
      parts: [{ kind: 'tool-call', tool: 'sql', input: 'SELECT 1', providerCallId: 'call_2' }],
      breaches: [],
    })
  })

  it('[P4] reads the reasoning of open models, which comes as it is', async () => {
    const open = { id: 'rs_1', type: 'reasoning', summary: [], content: [{ type: 'reasoning_text', text: 'Hm, so.' }] }
    const place = { item_id: 'rs_1', output_index: 0, content_index: 0 }
    const events = numbered([
      { type: 'response.created', response: responseOf([]) },
      { type: 'response.output_item.added', output_index: 0, item: { ...open, content: [] } },
      { type: 'response.reasoning_text.delta', delta: 'Hm, ', ...place },
      { type: 'response.reasoning_text.delta', delta: 'so.', ...place },
      { type: 'response.output_item.done', output_index: 0, item: open },
      { type: 'response.completed', response: responseOf([open]) },
    ])
    const { answer, breaches } = await read(events)
    expect({ parts: answer?.parts, breaches }).toEqual({
      parts: [{ kind: 'reasoning', text: 'Hm, so.', signature: null }],
      breaches: [],
    })
  })

  it('[P4] reads servers that number no items', async () => {
    const events = eventsOf([say('Hello.'), call]).map(({ output_index: _, sequence_number: __, ...event }) => event)
    const { answer, breaches } = await read(events)
    expect({ parts: answer?.parts, native: answer?.native?.content, breaches }).toEqual({
      parts: [
        { kind: 'text', text: 'Hello.' },
        { kind: 'tool-call', tool: 'weather', input: '{"city":"Zürich"}', providerCallId: 'call_1' },
      ],
      native: [say('Hello.'), call],
      breaches: [],
    })
  })

  it('[FP-15] takes no event twice where the same response starts again', async () => {
    const events = eventsOf([say('Hello, you.'), call])
    const { answer, breaches } = await read([...events.slice(0, 7), ...events])
    expect({ parts: answer?.parts, breaches }).toEqual({
      parts: [
        { kind: 'text', text: 'Hello, you.' },
        { kind: 'tool-call', tool: 'weather', input: '{"city":"Zürich"}', providerCallId: 'call_1' },
      ],
      breaches: [],
    })
  })

  it('[FP-15] continues after a second start where events have no numbers', async () => {
    const events = eventsOf([say('Hello, you.')]).map(({ sequence_number: _, ...event }) => event)
    const [created, ...rest] = events
    if (created === undefined) throw new Error('a stream has a start')
    const { answer } = await read([created, ...rest.slice(0, 3), created, ...rest.slice(3)])
    expect(answer?.parts).toEqual([{ kind: 'text', text: 'Hello, you.' }])
  })

  it('[P4] ends as refused where a filter cut it, and as broken off for reasons nobody knows', async () => {
    const cut = (reason: string) =>
      eventsOf([say('Hel', { status: 'incomplete' })], { status: 'incomplete', incomplete_details: { reason } })
    expect((await read(cut('content_filter'))).answer?.end).toBe('refused')
    expect((await read(cut('steered'))).error).toBe('protocol: the answer broke off: steered')
  })

  it('[P4] cites by characters, not by the units of a string', async () => {
    const annotation = { type: 'url_citation', url: 'https://ice.example', title: null, start_index: 2, end_index: 5 }
    const content = [
      { type: 'output_text', annotations: [annotation, { ...annotation, end_index: 2 }], text: '👩 ice!' },
    ]
    const { answer } = await read(eventsOf([say('', { content })]))
    expect(answer?.parts.slice(1)).toEqual([
      { kind: 'source', url: 'https://ice.example', title: null, citedText: 'ice', at: 6 },
      { kind: 'source', url: 'https://ice.example', title: null, citedText: null },
    ])
  })

  it.each([
    [{ type: 'search', query: 'ice' }, 'ice'],
    [{ type: 'search', queries: ['ice', 'lake'], query: 'ice' }, 'ice\nlake'],
    [{ type: 'open_page', url: 'https://ice.example' }, 'https://ice.example'],
    [{ type: 'find_in_page', url: 'https://ice.example', pattern: '1963' }, '1963 (https://ice.example)'],
    [null, ''],
  ])('[P4] says what a search was asked: %j', async (action, input) => {
    const { answer } = await read(eventsOf([{ id: 'ws_1', type: 'web_search_call', status: 'failed', action }]))
    expect(answer?.parts).toEqual([{ kind: 'provider-call', tool: 'web_search', input, outcome: 'failed' }])
  })

  it('[P4] gives the same answer from a response that comes whole', async () => {
    const output = [say('Hello.'), call]
    const whole = readWhole(createResponseReader(), responseOf(output))
    const { answer } = await read(eventsOf(output))
    expect(whole.at(-1)).toEqual({ kind: 'answer-finished', answer })
    expect(answer?.rawUsage).toEqual(usage)
  })

  it('[U3] reports what the provider’s own tools used, so that pictures it made are priced or known to be not', async () => {
    const tools = { image_gen: { input_tokens: 50, output_tokens: 1_000_000 }, web_search: { num_requests: 0 } }
    const response = responseOf([say('Here.')], { tool_usage: tools })
    const { answer } = await read([{ type: 'response.completed', response }])
    expect(answer?.rawUsage).toEqual({ ...usage, tool_usage: tools })
    const cost = (imageOutput: number | null) => {
      const prices: PriceList = { ...demoPrices, from: 'data', prices: { ...demoPrices.prices, imageOutput } }
      return answer && costOf({ ...answer, protocol: 'openai-responses', prices })
    }
    expect([cost(40), cost(null)]).toEqual([
      { usd: 40, reliable: true },
      { usd: 0, reliable: false },
    ])
  })

  it.each(['queued', 'cancelled'])('[FP-4] takes a response that is %s for none', status => {
    expect(() => readWhole(createResponseReader(), responseOf([], { status }))).toThrow(
      `an answer that is not finished (${status})`,
    )
  })

  it('[FP-5] takes an error for one, also where its status says that all is well', () => {
    const error = { code: 'server_is_overloaded', message: 'Too busy.' }
    expect(() => readWhole(createResponseReader(), { error })).toThrow(
      new ModelError('overloaded', { message: 'Too busy.' }),
    )
    expect(() => readWhole(createResponseReader(), 'Too busy.')).toThrow(
      'an answer that is not finished (without a status)',
    )
  })

  it('[P4] says so when a picture cannot be read', async () => {
    const picture = { id: 'ig_1', type: 'image_generation_call', status: 'completed', result: 'no base64!' }
    expect((await read(eventsOf([picture]))).error).toBe('protocol: the provider sent a picture that cannot be read')
    expect((await read(eventsOf([{ ...picture, status: 'failed', result: null }]))).answer?.parts).toEqual([])
  })
})

if (recordedAbsent === null)
  describe('responses recorded from OpenAI', () => {
    it('[C7] [P4] are kept item by item as they came, in every step of a tool loop, and report signatures and calls', async () => {
      const responses = responsesIn('openai-reasoning-encrypted-content.1.chunks.txt')
      expect(responses).toHaveLength(4)
      for (const events of responses) {
        const { breaches, answer } = await read(events)
        const items = wholeItems(events)
        expect({ breaches, native: answer?.native, published: answer?.parts.map(publishedOf) }).toEqual({
          breaches: [],
          native: { protocol: 'openai-responses', content: items },
          published: items.map(
            ({ encrypted_content, call_id, content }) => encrypted_content ?? call_id ?? firstText(content),
          ),
        })
      }
    })

    it('[P4] [U1] report what was searched, opened, cited and found, and count what is billed', async () => {
      const [events = []] = responsesIn('openai-web-search-tool.1.chunks.txt')
      const { breaches, answer } = await read(events)
      const parts = answer?.parts ?? []
      const actions = wholeItems(events).flatMap(item => (item.type === 'web_search_call' ? [item.action] : []))
      const asked = parts.flatMap(part => (part.kind === 'provider-call' ? [part.input] : []))
      const sources = parts.filter(part => part.kind === 'source')
      const text = parts.flatMap(part => (part.kind === 'text' ? [part.text] : [])).join('')
      const cited = sources.flatMap(({ citedText }) => (citedText === null ? [] : [citedText]))
      expect({
        breaches,
        unasked: asked.filter((input, index) => input === '' || !isPartOf(input, actions[index])),
        asked: asked.length,
        // The places of citations are those of the links in the text.
        misplaced: cited.filter(one => !text.includes(one) || !/^\(\[[^\]]+\]\([^)]+\)\)$/.test(one)),
        cited: cited.length,
        doubled: sources.length - new Set(sources.map(({ url, at }) => `${url} ${at}`)).size,
        webSearches: answer?.usage?.webSearches,
      }).toEqual({ breaches: [], unasked: [], asked: 6, misplaced: [], cited: 12, doubled: 0, webSearches: 2 })
    })
  })

/** The responses of a recording, which may hold several in a row. */
function responsesIn(file: string): readonly (readonly JsonObject[])[] {
  const recorded = readRecorded(file)
  if (recorded.kind !== 'events') throw new Error(`${file} holds no events`)
  const responses: JsonObject[][] = []
  for (const event of recorded.events.filter(isJsonObject)) {
    if (event.type === 'response.created') responses.push([])
    responses.at(-1)?.push(event)
  }
  return responses
}

function wholeItems(events: readonly JsonObject[]): readonly JsonObject[] {
  const items = events.map(({ type, item }) => (type === 'response.output_item.done' ? item : undefined))
  return items.filter(isJsonObject)
}

function publishedOf(part: AnsweredPart): string | null {
  if (part.kind === 'reasoning') return part.signature
  return part.kind === 'tool-call' ? part.providerCallId : part.kind === 'text' ? part.text : null
}

function firstText(content: Json | undefined): string | null {
  return textField(isJsonList(content) ? content[0] : undefined, 'text')
}

/** What was asked names the query, or the page and what was looked for in it. */
function isPartOf(input: string, action: Json | undefined): boolean {
  const words = ['query', 'url', 'pattern'].flatMap(name => textField(action, name) ?? [])
  return words.length > 0 && words.every(word => input.includes(word))
}

it('[C24] keeps the id of a response, and the provider’s own word on a cache miss', () => {
  const miss = { type: 'cache_miss', reason: 'tools_changed', cache_missed_tokens: 812 }
  expect(toRemarks({ id: 'resp_1', prompt_cache_diagnostics: miss })).toEqual({
    responseId: 'resp_1',
    dropped: [],
    cacheMiss: { reason: 'tools_changed', tokens: 812 },
  })
  expect(toRemarks({ id: 'resp_1', prompt_cache_diagnostics: { type: 'cache_hit' } }).cacheMiss).toBeNull()
  expect(toRemarks({}).responseId).toBeNull()
})
