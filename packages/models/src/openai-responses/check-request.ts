import type { Json } from '@stet/history'
import { isSaid } from '../mapping/words.ts'
import { listField, textField } from '../transport/json-field.ts'
import type { ResponsesBody } from './body.ts'
import { LONGEST_ID } from './to-messages.ts'
import { TOOL_NAME } from './to-request.ts'

/** Every rule of the Responses API that a request would break, in words; none when it may be sent. */
export function checkRequest({ input, tools }: Pick<ResponsesBody, 'input' | 'tools'>): readonly string[] {
  return [
    ...(input.length === 0 ? ['the request says nothing'] : []),
    ...callBreaches(input),
    ...input.flatMap((item, index) => [...looseReasoning(item, input[index + 1]), ...emptyContent(item, index)]),
    ...toolBreaches([...(tools ?? []).flatMap(nameOf), ...input.flatMap(addedNames)]),
  ]
}

/** Every call has one result after it, of its own kind, and every result one call before it; they are matched by `call_id`. */
function callBreaches(input: readonly Json[]): readonly string[] {
  const breaches: string[] = []
  const open = new Map<string, string>()
  const closed = new Set<string>()
  for (const item of input) {
    const type = textField(item, 'type') ?? ''
    const isCall = calls.has(type)
    if (!isCall && !results.has(type)) continue
    const id = textField(item, 'call_id') ?? ''
    if (id === '') breaches.push(`a ${type} has no id`)
    else if (id.length > LONGEST_ID) breaches.push(`the id ${id} is longer than ${LONGEST_ID} characters`)
    if (isCall) {
      if (open.has(id) || closed.has(id)) breaches.push(`call ${id} is made twice`)
      open.set(id, `${type}_output`)
    } else if (closed.has(id)) breaches.push(`result ${id} comes twice`)
    else if (!open.has(id)) breaches.push(`result ${id} has no call before it`)
    else {
      if (open.get(id) !== type) breaches.push(`result ${id} is no ${open.get(id)}`)
      open.delete(id)
      closed.add(id)
    }
  }
  return [...breaches, ...[...open.keys()].map(id => `call ${id} has no result`)]
}

const calls = new Set(['function_call', 'custom_tool_call'])
const results = new Set(['function_call_output', 'custom_tool_call_output'])

/** A reasoning item goes with the item of the same answer that it led to, or not at all. A message that we wrote has no type. */
function looseReasoning(item: Json, next: Json | undefined): readonly string[] {
  if (textField(item, 'type') !== 'reasoning') return []
  const type = next === undefined ? null : textField(next, 'type')
  const follows = type !== null && !results.has(type) && (type !== 'message' || textField(next, 'role') === 'assistant')
  return follows ? [] : [`the reasoning ${textField(item, 'id') ?? ''} goes without the item it precedes`]
}

/** Only for messages that we wrote, which have no type: the API takes back what the model wrote as it is. */
function emptyContent(item: Json, index: number): readonly string[] {
  if (textField(item, 'type') !== null) return []
  const parts = listField(item, 'content')
  if (parts.length === 0) return [`message ${index} is empty`]
  return parts.some(isBlank) ? [`message ${index} has a blank text`] : []
}

function isBlank(part: Json): boolean {
  const text = textField(part, 'text')
  return text !== null && !isSaid(text)
}

function nameOf(tool: NonNullable<ResponsesBody['tools']>[number]): readonly string[] {
  return tool.type === 'function' ? [tool.name] : []
}

/** The tools that are declared within the input. */
function addedNames(item: Json): readonly string[] {
  return textField(item, 'type') === 'additional_tools'
    ? listField(item, 'tools').flatMap(tool => textField(tool, 'name') ?? [])
    : []
}

function toolBreaches(names: readonly string[]): readonly string[] {
  return names.flatMap((name, index) => [
    ...(TOOL_NAME.pattern.test(name) ? [] : [`the tool ${JSON.stringify(name)} has a name that is refused`]),
    ...(names.indexOf(name) < index ? [`the tool ${name} is declared twice`] : []),
  ])
}
