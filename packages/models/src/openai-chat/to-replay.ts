import type { Json, RequestMessage } from '@stet/history'
import { isSaid } from '../mapping/is-said.ts'
import { ModelError } from '../model-error.ts'
import { isJsonList, isJsonObject, type JsonObject, listField, textField } from '../transport/json-field.ts'
import type { CallIds } from './call-ids.ts'
import { calledInput, calledName } from './called-function.ts'
import { withMark } from './to-content.ts'

export interface ReplayOptions {
  /** Whether reasoning goes back with the answer that it led to (C7). */
  readonly reasoning: boolean
  readonly marks: boolean
  /** The names of the tools that the request offers. */
  readonly declared: ReadonlySet<string>
}

type NativeMessage = Extract<RequestMessage, { form: 'native' }>

/** An earlier answer exactly as it came, but for what the server refuses to read again; null when that is all of it. */
export function toReplay(
  message: NativeMessage,
  ids: CallIds,
  options: ReplayOptions,
  notes: string[],
): JsonObject | null {
  const { messageId, native } = message
  const answer = native.content
  if (native.protocol !== 'openai-chat' || !isJsonObject(answer) || answer.role !== 'assistant') {
    const words = `${messageId} is an answer in the words of ${native.protocol}, which Chat Completions does not read`
    throw new ModelError('invalid-request', { message: words })
  }
  const thoughtless = options.reasoning ? answer : withoutReasoning(answer)
  if (thoughtless !== answer) notes.push(`${messageId}: its reasoning is not sent back to this provider`)
  const named = withCalls(thoughtless, message, { ids, declared: options.declared, notes })
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

interface CallOptions {
  readonly ids: CallIds
  readonly declared: ReadonlySet<string>
  readonly notes: string[]
}

/** Calls go as they came but for what the server would refuse the whole request for: no ids, names or arguments, or a list of none. */
function withCalls(answer: JsonObject, { messageId, calls }: NativeMessage, options: CallOptions): JsonObject {
  if (!('tool_calls' in answer)) return answer
  const made = listField(answer, 'tool_calls')
  if (made.length === 0) {
    const { tool_calls: _none, ...rest } = answer
    return rest
  }
  const { ids, declared, notes } = options
  const own = made.map(call => textField(call, 'id') ?? '')
  const changes: string[] = []
  const named = made.map((call, index) => {
    if (!isJsonObject(call)) return call
    const callId = calls[index]?.callId
    const id = own[index] ?? ''
    const taken = withTakenFunction(call, declared, changes)
    if (callId === undefined) return taken
    if (id !== '' && own.indexOf(id) === index) {
      ids.keep(callId, id)
      return taken
    }
    changes.push('calls without an id of their own were given one')
    return { ...taken, id: ids.of(callId) }
  })
  if (changes.length === 0) return answer
  notes.push(...new Set(changes.map(change => `${messageId}: ${change}`)))
  return { ...answer, tool_calls: named }
}

function withTakenFunction(call: JsonObject, declared: ReadonlySet<string>, changes: string[]): JsonObject {
  const called = call.function
  if (!isJsonObject(called)) return call
  const before = changes.length
  const tool = textField(called, 'name') ?? ''
  const name = calledName(tool, declared, changes)
  // Some servers send the arguments as the object itself, and take it so.
  const input = textField(called, 'arguments')
  const taken = input === null ? {} : { arguments: calledInput(tool, input, changes) }
  return changes.length === before ? call : { ...call, function: { ...called, name, ...taken } }
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
  notes.push(`${messageId}: its cache mark was dropped, since an answer without text has no place for one`)
  return answer
}
