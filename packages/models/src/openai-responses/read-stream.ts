import type { Json, NativeContent, ProviderRemarks } from '@stet/history'
import { ModelError } from '../model-error.ts'
import type { Answer } from '../model-event.ts'
import type { AnswerReader } from '../provider.ts'
import { createAnswerBuilder } from '../transport/answer-builder.ts'
import { isJsonObject, type JsonObject, jsonField, kindField, listField, textField } from '../transport/json-field.ts'
import { endedEarly } from '../transport/to-model-error.ts'
import type { EventType } from './body.ts'
import { fromErrorEvent } from './errors.ts'
import { collectSources, createItemReader, type ItemReader } from './read-parts.ts'
import { rawUsageOf, toUsage } from './usage.ts'

interface Slot {
  readonly index: number
  readonly id: string | null
  readonly reader: ItemReader
}

/**
 * Reads one response, by its events or by its last event alone. Items are found by their place in the output, so that a start that
 * comes twice (FP-15) starts nothing twice.
 */
export function createResponseReader(toolNames?: ReadonlyMap<string, string>): AnswerReader {
  const builder = createAnswerBuilder(toolNames)
  const sources = collectSources(builder)
  const repeats = watchRepeats(() => builder.count() > 0)
  const slots: Slot[] = []
  let refused = false
  let rawUsage: Json = null
  let ended = false

  function onRefusal(): void {
    refused = true
  }

  function open(index: number, id: string | null): Slot {
    const slot = { index, id, reader: createItemReader({ builder, sources, onRefusal }) }
    slots.push(slot)
    return slot
  }

  /** By its place; servers that imitate the API may send the id alone, or neither. */
  function find({ output_index: index, item_id, item }: JsonObject): Slot | undefined {
    if (typeof index === 'number') return slots.find(slot => slot.index === index)
    const id = item_id ?? textField(item, 'id')
    return id === null ? undefined : slots.find(slot => slot.id === id)
  }

  function findOrOpen(event: JsonObject): Slot {
    const { output_index: index, item } = event
    return find(event) ?? open(typeof index === 'number' ? index : slots.length, textField(item, 'id'))
  }

  function grow(event: JsonObject): void {
    const isPlaced = 'output_index' in event || 'item_id' in event
    const slot = isPlaced ? findOrOpen(event) : slots.at(-1)
    slot?.reader.delta(event)
  }

  function finish(response: Json, end: Answer['end']): void {
    for (const [index, item] of listField(response, 'output').entries()) {
      findOrOpen({ output_index: index, item }).reader.done(item)
    }
    sources.finish()
    const items = slots.toSorted((one, other) => one.index - other.index).map(({ reader }) => reader.item())
    rawUsage = rawUsageOf(response)
    builder.finish({
      end: refused ? 'refused' : end,
      native: toNative(items),
      rawUsage,
      usage: toUsage(rawUsage, items),
      remarks: toRemarks(response),
    })
    ended = true
  }

  function take(event: JsonObject): void {
    switch (kindField<EventType>(event, 'type')) {
      case 'response.output_item.added':
        findOrOpen(event).reader.added(jsonField(event, 'item'))
        break
      case 'response.output_item.done':
        findOrOpen(event).reader.done(jsonField(event, 'item'))
        break
      case 'response.completed':
        finish(jsonField(event, 'response'), 'complete')
        break
      case 'response.incomplete':
        finish(jsonField(event, 'response'), endOfIncomplete(jsonField(event, 'response')))
        break
      case 'response.failed':
        rawUsage = rawUsageOf(jsonField(event, 'response'))
        throw fromErrorEvent(jsonField(jsonField(event, 'response'), 'error'))
      case 'error':
        throw fromErrorEvent(jsonField(event, 'error') ?? event)
      default:
        if (isDelta(event)) grow(event)
    }
  }

  function read(event: Json): void {
    if (isJsonObject(event) && !repeats.isRepeated(event)) take(event)
  }

  return {
    read,
    /** The last event of a stream holds the whole response too, and is read for everything that no event said before. */
    readWhole(response) {
      const status = textField(response, 'status')
      if (status === 'completed' || status === 'incomplete' || status === 'failed') {
        read({ type: `response.${status}`, response })
        return
      }
      const error = jsonField(response, 'error')
      if (error !== null) throw fromErrorEvent(error)
      const message = `the provider returned an answer that is not finished (${status ?? 'without a status'})`
      throw new ModelError('protocol', { message })
    },
    hasEnded: () => ended,
    end() {
      throw endedEarly()
    },
    take: builder.take,
    reported: () => (rawUsage === null ? null : { rawUsage, usage: toUsage(rawUsage, []) }),
  }
}

function isDelta({ type, delta }: JsonObject): boolean {
  return typeof type === 'string' && type.endsWith('.delta') && typeof delta === 'string'
}

function endOfIncomplete(response: Json): Answer['end'] {
  const reason = textField(jsonField(response, 'incomplete_details'), 'reason')
  if (reason === 'max_output_tokens') return 'length'
  if (reason === 'content_filter') return 'refused'
  throw new ModelError('protocol', { message: `the answer broke off: ${reason ?? 'the provider does not say why'}` })
}

/** What OpenAI says of a request: its id of the answer, and why its cache missed, where it was asked (C24). */
export function toRemarks(response: Json): ProviderRemarks {
  const diagnosis = jsonField(response, 'prompt_cache_diagnostics')
  const tokens = jsonField(diagnosis, 'cache_missed_tokens')
  const reason = textField(diagnosis, 'type') === 'cache_miss' ? textField(diagnosis, 'reason') : null
  const cacheMiss = reason === null ? null : { reason, tokens: typeof tokens === 'number' ? tokens : null }
  return { responseId: textField(response, 'id'), dropped: [], cacheMiss }
}

/** An answer of which an item never came whole cannot be sent back as it was. */
function toNative(items: readonly (Json | null)[]): NativeContent | null {
  const whole = items.filter(item => item !== null)
  return whole.length === 0 || whole.length < items.length ? null : { protocol: 'openai-responses', content: whole }
}

interface RepeatWatch {
  /** Whether an event came before. Throws when another answer begins in the middle of this one. */
  isRepeated(event: JsonObject): boolean
}

/**
 * For a start that comes again (FP-15): events of the same response that were already read, by their numbers, are skipped; another
 * response cannot continue where this one was.
 */
function watchRepeats(hasBegun: () => boolean): RepeatWatch {
  let id: string | null = null
  let last = 0
  let readThrough = 0

  function begin(response: Json): void {
    const next = textField(response, 'id')
    if (id !== null && next !== null && next !== id && hasBegun()) {
      throw new ModelError('protocol', { message: 'the answer broke off: another one began in the middle of it' })
    }
    if (id === next) readThrough = last
    id = next
  }

  return {
    isRepeated(event) {
      if (kindField<EventType>(event, 'type') === 'response.created') begin(jsonField(event, 'response'))
      const { sequence_number: number } = event
      if (typeof number !== 'number') return false
      // Servers that count nothing write the same number everywhere.
      if (readThrough > 0 && number <= readThrough) return true
      last = Math.max(last, number)
      return false
    },
  }
}
