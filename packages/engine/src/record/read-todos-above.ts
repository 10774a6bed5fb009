import { type ChatId, isAside, newestTodos, type Path, type Todo, todoCallIn } from '@stet/history'
import { MESSAGES_SHELF, type Store, todosRef, toMessageId } from '@stet/store'
import type { MessagesAbove } from './messages-above.ts'

interface TodosDeps {
  readonly store: Store
  readonly above: MessagesAbove
}

const LISTS_AT_ONCE = 100

/** The to-do list as it was at the first message of a part of a path (T9). Most chats have one branch: there the newest list is the first that is tried. */
export async function readTodosAbove(
  { store, above }: TodosDeps,
  chatId: ChatId,
  path: Path,
): Promise<readonly Todo[]> {
  const first = path[0]
  if (first === undefined || isAside(first) || first.parentId === null) return []
  if (todoCallIn(first) !== null)
    return newestTodos([...(await above.find(chatId, path, [first.parentId])), first]) ?? []
  let after = { order: first.order, id: first.id as string }
  for (let limit = 1; ; limit = LISTS_AT_ONCE) {
    const page = await store.list(MESSAGES_SHELF, { by: { ref: todosRef(chatId) }, reverse: true, after, limit })
    const found = await above.find(
      chatId,
      path,
      page.rows.map(({ id }) => toMessageId(id)),
    )
    const todos = newestTodos(found)
    if (todos !== null || page.next === null) return todos ?? []
    after = page.next
  }
}
