import type { Json } from '@stet/history'
import { type JsonObject, listField, textField } from '../transport/json-field.ts'

export const usage: JsonObject = {
  input_tokens: 20,
  input_tokens_details: { cache_write_tokens: 0, cached_tokens: 0 },
  output_tokens: 10,
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: 30,
}

/** A response as it comes without streaming, and in the last event of a stream. */
export function responseOf(output: readonly JsonObject[], facts: JsonObject = {}): JsonObject {
  return {
    id: 'resp_1',
    object: 'response',
    created_at: 1_790_000_000,
    status: 'completed',
    error: null,
    incomplete_details: null,
    model: 'gpt-5.2',
    output,
    parallel_tool_calls: true,
    store: false,
    usage,
    ...facts,
  }
}

/** The events in which a response comes as a stream, numbered as the API numbers them. */
export function eventsOf(output: readonly JsonObject[], facts: JsonObject = {}): readonly JsonObject[] {
  const response = responseOf(output, facts)
  const begun = { ...response, status: 'in_progress', output: [], usage: null }
  return numbered([
    { type: 'response.created', response: begun },
    { type: 'response.in_progress', response: begun },
    ...output.flatMap((item, index) => itemEvents(item, index)),
    { type: `response.${response.status}`, response },
  ])
}

export function numbered(events: readonly JsonObject[]): readonly JsonObject[] {
  return events.map((event, sequence_number) => ({ ...event, sequence_number }))
}

function itemEvents(item: JsonObject, output_index: number): readonly JsonObject[] {
  const place = { item_id: item.id ?? null, output_index }
  return [
    { type: 'response.output_item.added', output_index, item: emptied(item) },
    ...pieceEvents(item).map(event => ({ ...event, ...place })),
    { type: 'response.output_item.done', output_index, item },
  ]
}

function emptied(item: JsonObject): JsonObject {
  switch (item.type) {
    case 'message':
      return { ...item, status: 'in_progress', content: [] }
    case 'reasoning':
      return { ...item, summary: [], encrypted_content: 'begun' }
    case 'function_call':
      return { ...item, status: 'in_progress', arguments: '' }
    case 'custom_tool_call':
      return { ...item, input: '' }
    case 'web_search_call':
      return { id: item.id ?? null, type: 'web_search_call', status: 'in_progress' }
    default:
      return item
  }
}

function pieceEvents(item: JsonObject): readonly JsonObject[] {
  switch (item.type) {
    case 'message':
      return listField(item, 'content').flatMap(contentEvents)
    case 'reasoning':
      return listField(item, 'summary').flatMap((summary, summary_index) =>
        deltas('response.reasoning_summary_text', textField(summary, 'text') ?? '', { summary_index }),
      )
    case 'function_call':
      return deltas('response.function_call_arguments', textField(item, 'arguments') ?? '', {})
    case 'custom_tool_call':
      return deltas('response.custom_tool_call_input', textField(item, 'input') ?? '', {})
    case 'web_search_call':
      return ['in_progress', 'searching', 'completed'].map(step => ({ type: `response.web_search_call.${step}` }))
    default:
      return []
  }
}

function contentEvents(content: Json, content_index: number): readonly JsonObject[] {
  const refusal = textField(content, 'refusal')
  return refusal === null
    ? deltas('response.output_text', textField(content, 'text') ?? '', { content_index, logprobs: [] })
    : deltas('response.refusal', refusal, { content_index })
}

/** A text in pieces of a few characters, or in fifty of a long one, with the padding that the API adds to hide their lengths. */
function deltas(name: string, text: string, facts: JsonObject): readonly JsonObject[] {
  const characters = [...text]
  const size = Math.max(4, Math.ceil(characters.length / 50))
  const events: JsonObject[] = []
  for (let at = 0; at < characters.length; at += size) {
    const delta = characters.slice(at, at + size).join('')
    events.push({ type: `${name}.delta`, delta, obfuscation: 'x'.repeat(Math.max(0, 16 - delta.length)), ...facts })
  }
  return events
}
