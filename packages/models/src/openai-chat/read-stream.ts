import type { Json } from '@stet/history'
import { type Draft, mergeField, mergeValue } from '../mapping/merge-delta.ts'
import { ModelError } from '../model-error.ts'
import type { Answer } from '../model-event.ts'
import type { AnswerReader } from '../provider.ts'
import { createAnswerBuilder } from '../transport/answer-builder.ts'
import { isJsonList, isJsonObject, type JsonObject, jsonField, textField } from '../transport/json-field.ts'
import { endedEarly, shorten } from '../transport/to-model-error.ts'
import type { ChoiceField, ChunkField, DeltaField } from './body.ts'
import { fromErrorObject } from './errors.ts'
import { createCallReader, createSourceReader } from './read-parts.ts'
import { toUsage } from './usage.ts'

/** Any other name would not compile. */
type Fields<Name extends string> = { readonly [Field in Name]?: Json }

const NONE: readonly Json[] = []

/** Reads chunks, and assembles the message that goes back with the next request. A whole answer is a chunk with a message in place of a delta. */
export function createChatReader(toolNames?: ReadonlyMap<string, string>): AnswerReader {
  const builder = createAnswerBuilder(toolNames)
  const calls = createCallReader(builder)
  const sources = createSourceReader(builder)
  const message: Draft = { role: 'assistant', content: null }
  let whole: JsonObject | null = null
  let open: { readonly kind: 'text' | 'reasoning'; readonly part: number } | null = null
  let thoughts: number | null = null
  let finish: string | null = null
  let refused = false
  let rawUsage: Json = null
  let tier: string | null = null
  let ended = false

  function fail(error: Json): void {
    if (error !== null) throw fromErrorObject(error)
  }

  function talk(): number {
    if (open?.kind !== 'text') open = { kind: 'text', part: builder.start({ kind: 'text' }) }
    return open.part
  }

  function think(): number {
    if (open?.kind !== 'reasoning') open = { kind: 'reasoning', part: builder.start({ kind: 'reasoning' }) }
    thoughts = open.part
    return open.part
  }

  /** Reasoning that only the provider can read may come at any time, and belongs to the reasoning part, where there is one. */
  function hide(data: string): void {
    if (thoughts === null && open === null) think()
    thoughts ??= builder.start({ kind: 'reasoning' })
    builder.sign(thoughts, data)
  }

  function say(kind: 'text' | 'reasoning', text: string): void {
    if (text === '') return
    builder.delta(kind === 'reasoning' ? think() : talk(), text)
  }

  function readReasoning({ reasoning_content, reasoning, reasoning_details }: Fields<DeltaField>): void {
    const details = isJsonList(reasoning_details) ? reasoning_details : NONE
    // Routers say the same in two or three of these fields.
    say('reasoning', someText(reasoning_content) ?? someText(reasoning) ?? details.map(detailText).join(''))
    for (const detail of details) {
      const signature = textField(detail, 'signature')
      if (signature !== null && signature !== '') builder.sign(think(), signature)
      const hidden = textField(detail, 'data')
      if (hidden !== null && hidden !== '') hide(hidden)
    }
  }

  function readContent(content: Json | undefined): void {
    if (typeof content === 'string') say('text', content)
    else if (isJsonList(content)) for (const piece of content) readPiece(piece)
  }

  /** Mistral sends content in pieces to distinguish reasoning from text. */
  function readPiece(piece: Json): void {
    const thinking = jsonField(piece, 'thinking')
    if (typeof thinking === 'string') say('reasoning', thinking)
    for (const thought of isJsonList(thinking) ? thinking : []) say('reasoning', textField(thought, 'text') ?? '')
    say('text', textField(piece, 'text') ?? '')
  }

  function readDelta(delta: JsonObject): void {
    const { content, refusal: refusing, tool_calls }: Fields<DeltaField> = delta
    readReasoning(delta)
    readContent(content)
    const refusal = someText(refusing)
    if (refusal !== null) {
      refused = true
      say('text', refusal)
    }
    const made = isJsonList(tool_calls) ? tool_calls : NONE
    if (made.length > 0) open = null
    for (const entry of made) calls.read(entry)
    sources.read(delta)
  }

  function keep(delta: JsonObject): void {
    for (const key of Object.keys(delta)) {
      const value = delta[key]
      if (value === undefined || key === 'role') continue
      if (key === 'content') message.content = joinContent(message.content, value)
      else if (key === 'tool_calls') keepCalls()
      else mergeField(message, key, value)
    }
  }

  /** Some servers send null or an empty list with every piece, and OpenAI refuses a message that has one. */
  function keepCalls(): void {
    if (calls.count() > 0) message.tool_calls ??= NONE
  }

  function readChoice({ error, delta, message: answer, finish_reason, usage }: Fields<ChoiceField>): void {
    if (error !== undefined) fail(error)
    if (isJsonObject(delta)) {
      readDelta(delta)
      keep(delta)
    } else if (isJsonObject(answer)) {
      readDelta(answer)
      whole = withoutNoCalls(answer)
    }
    // Some servers send an empty one with every chunk.
    finish = someText(finish_reason) ?? finish
    rawUsage = usage ?? rawUsage
  }

  function readChunk(chunk: JsonObject): void {
    const { error, object, choices, usage, x_groq, service_tier }: Fields<ChunkField> = chunk
    if (error !== undefined) fail(error)
    if (object === 'error') fail(chunk)
    for (const choice of isJsonList(choices) ? choices : NONE) {
      // Of several choices, which nobody asked for, the first is the answer.
      if (isJsonObject(choice) && (choice.index ?? 0) === 0) readChoice(choice)
    }
    sources.readLists(chunk)
    tier = someText(service_tier) ?? tier
    const reported = usage ?? jsonField(x_groq, 'usage')
    if (reported !== null) rawUsage = withTier(reported, tier)
  }

  function read(chunk: Json): void {
    if (isJsonObject(chunk)) readChunk(chunk)
  }

  function end(): void {
    if (finish === null) throw endedEarly()
    const ending = endOf(finish, refused)
    if (ending instanceof ModelError) throw ending
    calls.end()
    if (calls.count() > 0) message.tool_calls = calls.natives()
    sources.end()
    const native = { protocol: 'openai-chat', content: whole ?? message }
    builder.finish({ end: ending, native, rawUsage, usage: toUsage(rawUsage) })
    ended = true
  }

  return {
    read,
    readWhole(answer) {
      read(answer)
      end()
    },
    hasEnded: () => ended,
    end,
    take: builder.take,
    reported: () => (rawUsage === null ? null : { rawUsage, usage: toUsage(rawUsage) }),
  }
}

/** The tier is reported beside the usage, and decides the price (U5). */
function withTier(rawUsage: Json, tier: string | null): Json {
  const isStandard = tier === null || tier === 'default'
  return isStandard || !isJsonObject(rawUsage) ? rawUsage : { ...rawUsage, service_tier: tier }
}

/** By the words that servers have for it. What is not listed here did not end well. */
const endings: readonly (readonly [reasons: readonly string[], end: Answer['end']])[] = [
  [
    [
      'stop',
      'tool_calls',
      'function_call',
      'tool_use',
      'eos',
      'eos_token',
      'stop_sequence',
      'end_turn',
      'complete',
      'completed',
    ],
    'complete',
  ],
  // `model_length` is Mistral's word for the end of the window.
  [['length', 'model_length', 'max_tokens', 'max_output_tokens', 'model_context_window_exceeded'], 'length'],
  [['content_filter', 'sensitive', 'refusal', 'safety'], 'refused'],
]

function endOf(reason: string, refused: boolean): Answer['end'] | ModelError {
  const end = endings.find(([reasons]) => reasons.includes(reason.toLowerCase()))?.[1]
  if (end !== undefined) return refused ? 'refused' : end
  switch (reason) {
    case 'insufficient_system_resource':
      return new ModelError('overloaded', { message: 'the answer broke off: the provider is overloaded' })
    case 'network_error':
      return new ModelError('overloaded', { message: 'the answer broke off: the provider lost its own connection' })
    case 'error':
      return fromErrorObject(null)
    default:
      return new ModelError('protocol', {
        message: `the answer broke off: the provider ended it as ${shorten(reason)}`,
      })
  }
}

function someText(value: Json | undefined): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

function withoutNoCalls(answer: JsonObject): JsonObject {
  const { tool_calls: made, ...rest } = answer
  return isJsonList(made) && made.length === 0 ? rest : answer
}

function detailText(detail: Json): string {
  return textField(detail, 'text') ?? textField(detail, 'summary') ?? ''
}

/** Mistral turns from pieces to a text once it has thought. */
function joinContent(before: Json | undefined, content: Json): Json {
  const inPieces = isJsonList(before) || isJsonList(content)
  return inPieces ? mergeValue(toPieces(before), toPieces(content), 'content') : mergeValue(before, content, 'content')
}

function toPieces(content: Json | undefined): Json {
  if (typeof content === 'string') return content === '' ? [] : [{ type: 'text', text: content }]
  return content ?? []
}
