import type { Json } from '@stet/history'
import { isSaid, repeated } from '../mapping/words.ts'
import { isJsonList, type JsonObject, jsonField, listField, textField } from '../transport/json-field.ts'
import type { ChatBody } from './body.ts'

/** Caches are marked at so many places at most. */
const MOST_MARKS = 4

/** Every rule of Chat Completions that a request breaks, in words; none when it would be taken. */
export function checkRequest({ messages, tools = [] }: ChatBody): readonly string[] {
  return [
    ...(messages.length === 0 ? ['there is nothing to answer'] : []),
    ...messages.flatMap(systemBreaches),
    ...messages.flatMap(emptyBreaches),
    ...messages.flatMap((message, index) => callBreaches(message, index, messages)),
    ...resultBreaches(messages),
    ...toolBreaches(tools),
    ...markBreaches(messages),
  ]
}

function systemBreaches({ role }: JsonObject, index: number): readonly string[] {
  return role === 'system' && index > 0 ? [`message ${index} is the system's, but not the first`] : []
}

function emptyBreaches(message: JsonObject, index: number): readonly string[] {
  const { content } = message
  if (typeof content === 'string' && isSaid(content)) return []
  if (isJsonList(content) && content.length > 0) {
    return message.role === 'assistant' ? [] : content.flatMap(piece => blankBreaches(piece, index))
  }
  // What else an answer may be, such as a refusal or a sound, is in fields beside its content.
  const { role, content: _content, ...others } = message
  const isAnswer = role === 'assistant' && Object.values(others).some(value => value !== null && value !== '')
  return isAnswer ? [] : [`message ${index} is empty`]
}

function blankBreaches(piece: Json, index: number): readonly string[] {
  const text = textField(piece, 'text')
  return text !== null && !isSaid(text) ? [`a text of message ${index} is blank`] : []
}

/** The results of an answer's calls come right after it, each once. */
function callBreaches(message: JsonObject, index: number, messages: readonly JsonObject[]): readonly string[] {
  const calls = callIdsOf(message)
  if (calls.length === 0) return 'tool_calls' in message ? [`message ${index} has a list of no calls`] : []
  const answered = resultsBehind(index, messages)
  return [
    ...calls.filter(id => id === null).map(() => `a call of message ${index} has no id`),
    ...repeated(calls.filter(id => id !== null)).map(id => `call ${id} is made twice`),
    ...calls.filter(id => id !== null && !answered.includes(id)).map(id => `call ${id} has no result after it`),
    ...repeated(answered).map(id => `result ${id} comes twice`),
  ]
}

function resultBreaches(messages: readonly JsonObject[]): readonly string[] {
  let asked: readonly (string | null)[] = []
  return messages.flatMap(message => {
    if (message.role !== 'tool') {
      asked = callIdsOf(message)
      return []
    }
    const id = textField(message, 'tool_call_id')
    return id !== null && asked.includes(id) ? [] : [`result ${id} has no call before it`]
  })
}

function callIdsOf(message: JsonObject): readonly (string | null)[] {
  return listField(message, 'tool_calls').map(call => textField(call, 'id'))
}

function resultsBehind(index: number, messages: readonly JsonObject[]): readonly (string | null)[] {
  const behind = messages.slice(index + 1)
  const end = behind.findIndex(({ role }) => role !== 'tool')
  return behind.slice(0, end === -1 ? behind.length : end).map(message => textField(message, 'tool_call_id'))
}

function toolBreaches(tools: NonNullable<ChatBody['tools']>): readonly string[] {
  const names = tools.flatMap(tool => (tool.type === 'function' ? [tool.function.name] : []))
  return repeated(names).map(name => `the tool ${name} is declared twice`)
}

function markBreaches(messages: readonly JsonObject[]): readonly string[] {
  const pieces = messages.flatMap(message => listField(message, 'content'))
  const marks = pieces.filter(piece => jsonField(piece, 'cache_control') !== null).length
  return marks > MOST_MARKS ? [`${marks} places are marked for the cache, where ${MOST_MARKS} are taken`] : []
}
