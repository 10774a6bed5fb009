import type { CallId } from './id.ts'
import { type Message, type NewMessage, type Path, toolCallsOf } from './message.ts'

/** The tool that replaces a chat's to-do list (T9). */
export const WRITE_TODO = 'write_todo'

export const TODO_STATES = ['pending', 'in_progress', 'completed'] as const

/** An item of a to-do list. */
export interface Todo {
  readonly text: string
  readonly state: (typeof TODO_STATES)[number]
}

/** The call in whose results a message has a new to-do list; null for any other message. */
export function todoCallIn(message: Message | NewMessage): CallId | null {
  if (message.role !== 'tool-results') return null
  return message.parts.findLast(({ tool, outcome }) => tool === WRITE_TODO && outcome === 'done')?.callId ?? null
}

/** The newest to-do list that was written on this part of a path; null where none was, or its call is above. */
export function newestTodos(path: Path): readonly Todo[] | null {
  const index = path.findLastIndex(message => todoCallIn(message) !== null)
  const results = path[index]
  const callId = results === undefined ? null : todoCallIn(results)
  if (callId === null) return null
  for (const message of path.slice(0, index).reverse()) {
    const call = toolCallsOf(message).find(each => each.callId === callId)
    if (call !== undefined) return readTodos(call.input)
  }
  return null
}

/** The items in the arguments of a call; those that are none are left out. The tool takes no such call, but a chat can be imported. */
function readTodos(input: string): readonly Todo[] {
  const { todos } = parse(input)
  return (Array.isArray(todos) ? todos : []).flatMap((item: unknown) => {
    const { text, state } = isRecord(item) ? item : {}
    const known = TODO_STATES.find(each => each === state)
    return typeof text === 'string' && known !== undefined ? [{ text, state: known }] : []
  })
}

function parse(input: string): { readonly [key: string]: unknown } {
  try {
    const value: unknown = JSON.parse(input)
    return isRecord(value) ? value : {}
  } catch (error) {
    if (error instanceof SyntaxError) return {}
    throw error
  }
}

function isRecord(value: unknown): value is { readonly [key: string]: unknown } {
  return typeof value === 'object' && value !== null
}
