import type { Json, RequestMessage } from '@stet/history'
import { ModelError } from '../model-error.ts'
import { isJsonList, isJsonObject, type JsonObject, listField, textField } from '../transport/json-field.ts'
import type { CallIds } from './call-ids.ts'
import { isBlank, withMark } from './to-content.ts'

export interface ReplayOptions {
  /** Whether reasoning goes back with the answer that it led to (C7). */
  readonly reasoning: boolean
  readonly marks: boolean
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
  const named = withCallIds(thoughtless, message, ids, notes)
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

/** Calls keep their ids where each has one of its own; the others are given ids by which their results can name them (FP-11). */
function withCallIds(
  answer: JsonObject,
  { messageId, calls }: NativeMessage,
  ids: CallIds,
  notes: string[],
): JsonObject {
  const made = listField(answer, 'tool_calls')
  const own = made.map(call => textField(call, 'id') ?? '')
  let renamed = false
  const named = made.map((call, index) => {
    const callId = calls[index]?.callId
    const id = own[index] ?? ''
    if (callId === undefined || !isJsonObject(call)) return call
    if (id !== '' && own.indexOf(id) === index) {
      ids.keep(callId, id)
      return call
    }
    renamed = true
    return { ...call, id: ids.of(callId) }
  })
  if (!renamed) return answer
  notes.push(`${messageId}: calls without an id of their own were given one`)
  return { ...answer, tool_calls: named }
}

function saysSomething(answer: JsonObject): boolean {
  const { content } = answer
  if (typeof content === 'string' ? !isBlank(content) : isJsonList(content) && content.length > 0) return true
  const { role: _role, content: _content, ...others } = answer
  return Object.values(others).some(value => (isJsonList(value) ? value.length > 0 : value !== null && value !== ''))
}

function marked(answer: JsonObject, messageId: string, notes: string[]): JsonObject {
  const { content } = answer
  if (typeof content === 'string' && !isBlank(content))
    return { ...answer, content: withMark([{ type: 'text', text: content }]) }
  if (isJsonList(content) && content.every(isJsonObject) && content.length > 0)
    return { ...answer, content: withMark(content) }
  notes.push(`${messageId}: its cache mark was dropped, since an answer without text has no place for one`)
  return answer
}
