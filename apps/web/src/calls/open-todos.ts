import { type ChatView, newestTodos, type Todo } from '@stet/api/client'

/** The to-do list of the shown path, while something on it is open; null otherwise (T9). */
export function openTodos({ path, todosAbove }: Pick<ChatView, 'path' | 'todosAbove'>): readonly Todo[] | null {
  const todos = newestTodos(path) ?? todosAbove
  return todos.some(({ state }) => state !== 'completed') ? todos : null
}
