import type { Json } from '@stet/history'
import { describe, expect, it } from 'vitest'
import { ModelError } from '../model-error.ts'
import type { Answer, ModelEvent } from '../model-event.ts'
import { answerOf } from '../testing/answer-of.ts'
import { recordStream } from '../testing/find-breaches.ts'
import { readAll, readWhole } from '../testing/open-answer.ts'
import { blockEvents, endEvent, errorEvent, json, start, stop, stream, text } from './fixture-events.ts'
import { createMessageReader } from './read-stream.ts'

const call = { type: 'tool_use', id: 'toolu_1', name: 'write', input: {} }
const search = { type: 'server_tool_use', id: 'srv_1', name: 'web_fetch', input: {} }

async function read(events: Iterable<Json>, prefill = ''): Promise<Answer> {
  return answerOf(await recordStream(readAll(createMessageReader({ prefill }), events)))
}

describe('a stream of Anthropic', () => {
  it('[P4] keeps the input of a call exactly as it was written, and its object for replay', async () => {
    const input = '{ "b": 1,\n  "a": "ü" }'
    const { parts, native } = await read(stream([{ block: call, deltas: json('', input.slice(0, 9), input.slice(9)) }]))
    expect({ parts, native: JSON.stringify(native?.content) }).toEqual({
      parts: [{ kind: 'tool-call', tool: 'write', input, providerCallId: 'toolu_1' }],
      native: '[{"type":"tool_use","id":"toolu_1","name":"write","input":{"b":1,"a":"ü"}}]',
    })
  })

  it('[FP-10] keeps an input that is no object beside a form that can be replayed', async () => {
    const { parts, native, end } = await read(stream([{ block: call, deltas: json('{"path": "a') }], 'max_tokens'))
    expect({ parts, native: native?.content, end }).toEqual({
      parts: [{ kind: 'tool-call', tool: 'write', input: '{"path": "a', providerCallId: 'toolu_1' }],
      native: [{ ...call, input: { INVALID_JSON: '{"path": "a' } }],
      end: 'length',
    })
  })

  it('[P4] takes an input that came whole with its block', async () => {
    const { parts } = await read(stream([{ block: { ...call, input: { a: [1] } }, deltas: [] }]))
    expect(parts).toEqual([{ kind: 'tool-call', tool: 'write', input: '{"a":[1]}', providerCallId: 'toolu_1' }])
  })

  it.each<[string, Answer['end']]>([
    ['end_turn', 'complete'],
    ['stop_sequence', 'complete'],
    ['tool_use', 'complete'],
    ['max_tokens', 'length'],
    ['model_context_window_exceeded', 'length'],
    ['pause_turn', 'length'],
    ['refusal', 'refused'],
  ])('[R9] %s ends it as %s', async (reason, end) => {
    expect((await read(stream([text('Once')], reason))).end).toBe(end)
  })

  it('[P4] texts in a row are one part, and any other block ends it', async () => {
    const thinking = { block: { type: 'thinking', thinking: 'hm', signature: 's' }, deltas: [] }
    const { parts, native } = await read(stream([text('One'), text(), text(', two'), thinking, text('three')]))
    expect({ parts, blocks: native?.content }).toEqual({
      parts: [
        { kind: 'text', text: 'One, two' },
        { kind: 'reasoning', text: 'hm', signature: 's' },
        { kind: 'text', text: 'three' },
      ],
      blocks: [
        { type: 'text', text: 'One' },
        { type: 'text', text: '' },
        { type: 'text', text: ', two' },
        { type: 'thinking', thinking: 'hm', signature: 's' },
        { type: 'text', text: 'three' },
      ],
    })
  })

  it('[P4] a page that was fetched is a source, and a tool of the provider that failed says so', async () => {
    const page = {
      type: 'web_fetch_tool_result',
      tool_use_id: 'srv_1',
      content: { type: 'web_fetch_result', url: 'https://example.org/a', content: { type: 'document', title: 'A' } },
    }
    const failed = {
      type: 'web_fetch_tool_result',
      tool_use_id: 'srv_2',
      content: { type: 'web_fetch_tool_result_error', error_code: 'unavailable' },
    }
    const { parts, native } = await read(
      stream([
        { block: search, deltas: json('{"url":"https://example.org/a"}') },
        { block: page, deltas: [] },
        { block: { ...search, id: 'srv_2' }, deltas: json('{"url":"b"}') },
        { block: failed, deltas: [] },
        { block: { ...search, id: 'srv_3' }, deltas: json('{"url":"c"}') },
      ]),
    )
    const blocks = native?.content
    expect({ parts, kept: Array.isArray(blocks) ? [blocks[1], blocks[3]] : null }).toEqual({
      parts: [
        { kind: 'provider-call', tool: 'web_fetch', input: '{"url":"https://example.org/a"}', outcome: 'done' },
        { kind: 'source', url: 'https://example.org/a', title: 'A', citedText: null },
        { kind: 'provider-call', tool: 'web_fetch', input: '{"url":"b"}', outcome: 'failed', because: 'unavailable' },
        { kind: 'provider-call', tool: 'web_fetch', input: '{"url":"c"}', outcome: 'failed' },
      ],
      kept: [page, failed],
    })
  })

  it('[P4] a source is published once for each cited text, and only when it has an address', async () => {
    const citation = { type: 'web_search_result_location', url: 'https://example.org', title: 'A', cited_text: 'a' }
    const citations = [
      citation,
      citation,
      { ...citation, cited_text: 'b' },
      { type: 'search_result_location', source: 'https://example.org/own', title: null, cited_text: 'c' },
      { type: 'search_result_location', source: 'notes', title: 'Notes', cited_text: 'd' },
      { type: 'char_location', document_index: 0, document_title: 'Notes', cited_text: 'e' },
    ]
    const deltas = citations.map(one => ({ type: 'citations_delta', citation: one }))
    const { parts, native } = await read(stream([{ block: { type: 'text', text: 'See', citations: null }, deltas }]))
    expect({ parts, native: native?.content }).toEqual({
      parts: [
        { kind: 'text', text: 'See' },
        { kind: 'source', url: 'https://example.org', title: 'A', citedText: 'a', at: 3 },
        { kind: 'source', url: 'https://example.org', title: 'A', citedText: 'b', at: 3 },
        { kind: 'source', url: 'https://example.org/own', title: null, citedText: 'c', at: 3 },
      ],
      native: [{ type: 'text', text: 'See', citations }],
    })
  })

  it('[P4] counts events of an unknown kind', async () => {
    const lines: string[] = []
    const events = [
      start,
      { type: 'event_of_tomorrow' },
      ...blockEvents({ block: { type: 'text', text: '' }, deltas: [{ type: 'delta_of_tomorrow', text: 'x' }] }, 0),
      { type: 'content_block_delta', index: 7, delta: { type: 'text_delta', text: 'of no block' } },
      endEvent('end_turn'),
      stop,
    ]
    const record = await recordStream(
      readAll(createMessageReader({ prefill: '', log: line => lines.push(line) }), events),
    )
    expect({ parts: answerOf(record).parts, lines }).toEqual({
      parts: [],
      lines: ['2 events of an unknown kind were not read'],
    })
  })

  it('[R9] the beginning that was given is the beginning of the answer, and of its replay', async () => {
    const { parts, native } = await read(stream([text(' for one,', ' so')]), 'Well,')
    expect({ parts, native: native?.content }).toEqual({
      parts: [{ kind: 'text', text: 'Well, for one, so' }],
      native: [{ type: 'text', text: 'Well, for one, so' }],
    })
    const called = await read(stream([{ block: call, deltas: json('') }]), 'Well,')
    expect({ parts: called.parts, native: called.native?.content }).toEqual({
      parts: [
        { kind: 'text', text: 'Well,' },
        { kind: 'tool-call', tool: 'write', input: '', providerCallId: 'toolu_1' },
      ],
      native: [{ type: 'text', text: 'Well,' }, call],
    })
  })

  it('[FP-5] the prefill is published with the first block, so that an earlier failure is retried', async () => {
    const record = await recordStream(
      readAll(createMessageReader({ prefill: 'Well,' }), [start, errorEvent('overloaded_error', 'Overloaded')]),
    )
    expect({ events: record.events, thrown: kindOf(record.thrown) }).toEqual({ events: [], thrown: 'overloaded' })
    expect((await read([start, endEvent('end_turn'), stop], 'Well,')).parts).toEqual([{ kind: 'text', text: 'Well,' }])
  })

  it('[P4] a delta that is not for its block is counted, not written', async () => {
    const lines: string[] = []
    const odd = { block: { type: 'redacted_thinking', data: 'x' }, deltas: [{ type: 'text_delta', text: 'x' }] }
    const tomorrow = {
      block: { type: 'block_of_tomorrow' },
      deltas: [{ type: 'text_delta', text: 'x' }, ...json('{}')],
    }
    const record = await recordStream(
      readAll(createMessageReader({ prefill: '', log: line => lines.push(line) }), stream([odd, tomorrow])),
    )
    const { parts, native } = answerOf(record)
    expect({ parts, native: native?.content, lines }).toEqual({
      parts: [{ kind: 'reasoning', text: '', signature: 'x' }],
      native: [odd.block, { type: 'block_of_tomorrow', text: 'x', input: {} }],
      lines: ['1 events of an unknown kind were not read'],
    })
  })

  it('[FP-4] without its last event it is broken off, with what came', async () => {
    const record = await recordStream(
      readAll(createMessageReader({ prefill: '' }), stream([text('Once')]).slice(0, -1)),
    )
    expect({ published: publishedBy(record.events), thrown: kindOf(record.thrown) }).toEqual({
      published: 'Once',
      thrown: 'protocol',
    })
  })

  it('[FP-5] an error is an error, by whatever name it comes', async () => {
    const events = [start, ...blockEvents(text('Once'), 0), errorEvent('overloaded_error', 'Overloaded')]
    const record = await recordStream(readAll(createMessageReader({ prefill: '' }), events))
    expect({ published: publishedBy(record.events), thrown: kindOf(record.thrown) }).toEqual({
      published: 'Once',
      thrown: 'overloaded',
    })
  })

  it('[FP-15] two answers mixed in one stream end it, rather than being joined', async () => {
    const record = await recordStream(
      readAll(createMessageReader({ prefill: '' }), [
        start,
        ...blockEvents(text('Hel'), 0).slice(0, 2),
        ...stream([text('Hello')]),
      ]),
    )
    expect({ published: publishedBy(record.events), thrown: kindOf(record.thrown) }).toEqual({
      published: 'Hel',
      thrown: 'protocol',
    })
  })

  it('[FP-15] a block that begins again before a word of it is one block, and what follows the end is not read', async () => {
    const [opening, ...rest] = blockEvents(text('Hello'), 0)
    const events = [
      start,
      opening ?? null,
      opening ?? null,
      ...rest,
      endEvent('end_turn'),
      stop,
      ...stream([text('Again')]),
    ]
    expect((await read(events)).parts).toEqual([{ kind: 'text', text: 'Hello' }])
  })

  it('[P4] blocks that nobody closed are closed by the end', async () => {
    const events = [
      start,
      ...blockEvents({ block: call, deltas: json('{"a":1}') }, 0).slice(0, 2),
      endEvent('tool_use'),
      stop,
    ]
    expect((await read(events)).native?.content).toEqual([{ ...call, input: { a: 1 } }])
  })

  it('[P5] an answer that is not a message is an error', async () => {
    expect(() => readWhole(createMessageReader({ prefill: '' }), '<html>')).toThrow(ModelError)
    expect(() => readWhole(createMessageReader({ prefill: '' }), { type: 'message' })).toThrow(ModelError)
  })

  it('[C7] merges deltas of an unknown kind into their block, as a compaction streams', async () => {
    const block = { type: 'compaction', content: null }
    const deltas = ['So ', 'far.'].map(content => ({ type: 'compaction_delta', content }))
    const { native } = await read(stream([{ block, deltas }, text('Yes.')]))
    expect(native?.content).toEqual([
      { type: 'compaction', content: 'So far.' },
      { type: 'text', text: 'Yes.' },
    ])
  })

  it('[P4] reads content that comes with the start of the message', async () => {
    const carrying = {
      type: 'message_start',
      message: { role: 'assistant', content: [{ type: 'text', text: 'Hello' }], stop_reason: null, usage: {} },
    }
    const { parts, native } = await read([carrying, ...blockEvents(text(' there.'), 0), endEvent('end_turn'), stop])
    expect({ parts, native: native?.content }).toEqual({
      parts: [{ kind: 'text', text: 'Hello there.' }],
      native: [
        { type: 'text', text: 'Hello' },
        { type: 'text', text: ' there.' },
      ],
    })
  })

  it('[FP-5] says why an answer was refused', async () => {
    const details = { type: 'refusal', category: 'cyber', explanation: 'This asks for an exploit.' }
    const end = { type: 'message_delta', delta: { stop_reason: 'refusal', stop_details: details }, usage: null }
    const answer = await read([start, end, stop])
    expect({ end: answer.end, because: answer.because }).toEqual({ end: 'refused', because: details.explanation })
  })
})

function kindOf(thrown: unknown): unknown {
  return thrown instanceof ModelError ? thrown.kind : thrown
}

function publishedBy(events: readonly ModelEvent[]): string {
  return events.map(event => (event.kind === 'part-delta' ? event.text : '')).join('')
}
