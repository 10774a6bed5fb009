import type { Json, RequestMessage } from '@stet/history'
import type { CallIds } from '../mapping/call-ids.ts'
import type { ToolNames } from '../mapping/tools.ts'
import { isSaid } from '../mapping/words.ts'
import { ModelError } from '../model-error.ts'
import { isJsonList, isJsonObject, type JsonObject, listField, parseJson, textField } from '../transport/json-field.ts'

export interface ReplayOptions {
  /** Whether reasoning goes back with the answer that it led to (C7). */
  readonly replayReasoning: boolean
  readonly marks: boolean
  readonly ids: CallIds
  readonly names: ToolNames
  readonly notes: string[]
}

type NativeMessage = Extract<RequestMessage, { form: 'native' }>

/** An earlier answer exactly as it came, except for what the server refuses to read again; null when nothing is left. */
export function toReplay(message: NativeMessage, options: ReplayOptions): JsonObject | null {
  const { messageId, native } = message
  const { notes } = options
  const answer = native.content
  if (native.protocol !== 'openai-chat' || !isJsonObject(answer) || answer.role !== 'assistant') {
    const words = `${messageId} is an answer of the protocol ${native.protocol}, which Chat Completions does not read`
    throw new ModelError('invalid-request', { message: words })
  }
  const kept = options.replayReasoning ? answer : withoutReasoning(answer)
  if (kept !== answer) notes.push(`${messageId}: its reasoning is not sent back to this provider`)
  const named = withCalls(kept, message, options)
  if (!saysSomething(named)) {
    notes.push(`${messageId} says nothing to a model and was left out`)
    return null
  }
  return options.marks && message.cacheMark ? marked(named, messageId, notes) : named
}

const REASONING = ['reasoning_content', 'reasoning', 'reasoning_details']

function withoutReasoning(answer: JsonObject): JsonObject {
  const { content } = answer
  const thinks = isJsonList(content) && content.some(isThinking)
  if (!thinks && !REASONING.some(field => field in answer)) return answer
  const kept = Object.entries(answer).filter(([field]) => !REASONING.includes(field))
  const rest: JsonObject = Object.fromEntries(kept)
  return thinks ? { ...rest, content: content.filter(piece => !isThinking(piece)) } : rest
}

function isThinking(piece: Json): boolean {
  return textField(piece, 'type') === 'thinking'
}

/** Calls go as they came, except for what the server would refuse the whole request for: missing ids, names or arguments, or an empty list. */
function withCalls(answer: JsonObject, { messageId, calls }: NativeMessage, options: ReplayOptions): JsonObject {
  if (!('tool_calls' in answer)) return answer
  const made = listField(answer, 'tool_calls')
  if (made.length === 0) {
    const { tool_calls: _none, ...rest } = answer
    return rest
  }
  const changes: string[] = []
  const named = made.map((call, index) => {
    if (!isJsonObject(call)) return call
    const accepted = withAcceptedFunction(call, options.names, changes)
    const callId = calls[index]?.callId
    const own = textField(call, 'id')
    const id = callId === undefined ? own : options.ids.name(callId, own)
    if (id === null || id === own) return accepted
    changes.push('calls without an id of their own were given one')
    return { ...accepted, id }
  })
  if (changes.length === 0) return answer
  options.notes.push(...new Set(changes.map(change => `${messageId}: ${change}`)))
  return { ...answer, tool_calls: named }
}

function withAcceptedFunction(call: JsonObject, names: ToolNames, changes: string[]): JsonObject {
  const called = call.function
  if (!isJsonObject(called)) return call
  const before = changes.length
  const tool = textField(called, 'name') ?? ''
  const name = calledName(tool, names, changes)
  // Some servers send the arguments as the object itself, and take it so.
  const input = textField(called, 'arguments')
  const accepted = input === null ? {} : { arguments: calledInput(tool, input, changes) }
  return changes.length === before ? call : { ...call, function: { ...called, name, ...accepted } }
}

function saysSomething(answer: JsonObject): boolean {
  const { content } = answer
  if (typeof content === 'string' ? isSaid(content) : isJsonList(content) && content.length > 0) return true
  const { role: _role, content: _content, ...others } = answer
  return Object.values(others).some(value => (isJsonList(value) ? value.length > 0 : value !== null && value !== ''))
}

function marked(answer: JsonObject, messageId: string, notes: string[]): JsonObject {
  const { content } = answer
  if (typeof content === 'string' && isSaid(content))
    return { ...answer, content: withMark([{ type: 'text', text: content }]) }
  if (isJsonList(content) && content.every(isJsonObject) && content.length > 0)
    return { ...answer, content: withMark(content) }
  notes.push(`${messageId}: its cache mark was dropped: an answer without text has no place for one`)
  return answer
}

/** The provider caches everything up to the last piece (C14). */
export function withMark(pieces: readonly JsonObject[]): readonly JsonObject[] {
  return pieces.map((piece, index) =>
    index === pieces.length - 1 ? { ...piece, cache_control: { type: 'ephemeral' } } : piece,
  )
}

/** The name of a called tool as servers take it: a model may call what has no such name, and the whole request would be refused. */
export function calledName(tool: string, names: ToolNames, notes: string[]): string {
  const name = names.toWire(tool)
  if (name !== tool) notes.push(`a call of ${JSON.stringify(tool)} goes by the name ${name}, which servers take`)
  return name
}

/** Arguments that are not a JSON object go as the text in one: templates and routers parse them, and refuse the whole request (FP-10). */
export function calledInput(tool: string, input: string, notes: string[]): string {
  if (!isSaid(input) || isJsonObject(parseJson(input))) return input
  notes.push(`the arguments of a call of ${JSON.stringify(tool)} are not a JSON object and go as the text in one`)
  return JSON.stringify({ input })
}
