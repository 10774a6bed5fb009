import type { CallId, ChatView, Todo } from '@stet/api/client'

/** The to-do list of the shown path, while something on it is open; null otherwise (T9). */
export function openTodos({ path }: Pick<ChatView, 'path'>): readonly Todo[] | null {
  const results = path.flatMap(message => (message.role === 'tool-results' ? message.parts : []))
  const last = results.findLast(({ tool, outcome }) => tool === 'write_todo' && outcome === 'done')
  const todos = last === undefined ? [] : toTodos(inputOf(path, last.callId))
  return todos.some(({ state }) => state !== 'completed') ? todos : null
}

function inputOf(path: ChatView['path'], callId: CallId): string {
  for (const message of path) {
    if (message.role !== 'assistant') continue
    for (const part of message.parts) if (part.kind === 'tool-call' && part.callId === callId) return part.input
  }
  return '{}'
}

/** The tool took these arguments, so they are as it wants them. */
function toTodos(input: string): readonly Todo[] {
  const { todos = [] } = JSON.parse(input) as { readonly todos?: readonly Todo[] }
  return todos
}
