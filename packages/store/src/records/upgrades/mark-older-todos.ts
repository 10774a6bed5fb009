import { plainFacts, todoCallIn, WRITE_TODO } from '@stet/history'
import type { Put, ReadRow, Store } from '../../contract/store.ts'
import { Conflict } from '../../contract/store-error.ts'
import { CHATS_SHELF, chatList } from '../chats.ts'
import { fromMessageRow, MESSAGES_SHELF, todosRef } from '../messages.ts'
import { listRows } from '../reads/list-rows.ts'
import { WORKSPACES_SHELF } from '../workspaces.ts'

const SHELF = 'upgrades'
const DONE = 'todo-refs'

/**
 * Gives results with a to-do list the ref by which they are found, where a version before it existed wrote them (T9). Reads every message once in
 * the life of a home; interrupted, it begins again. Returns how many it changed.
 */
export async function markOlderTodos(store: Store, signal: AbortSignal): Promise<number> {
  if ((await store.get(SHELF, DONE)) !== null) return 0
  let marked = 0
  let isComplete = true
  for (const parent of await chatLists(store)) {
    for await (const chat of listRows(store, CHATS_SHELF, { by: { parent } })) {
      for await (const row of listRows(store, MESSAGES_SHELF, { by: { parent: chat.id } })) {
        if (signal.aborted) return marked
        const put = withTodosRef(row)
        if (put === null) continue
        if (await wrote(store, put)) marked += 1
        else isComplete = false
      }
    }
  }
  if (isComplete) {
    await store.write([
      { kind: 'put', shelf: SHELF, id: DONE, parent: '', order: 'next', expect: 0, refs: [], body: new Uint8Array() },
    ])
  }
  return marked
}

async function chatLists(store: Store): Promise<readonly string[]> {
  const lists: string[] = []
  for await (const { id } of listRows(store, WORKSPACES_SHELF, { by: { parent: '' } })) {
    for (const place of plainFacts.place.choices) lists.push(chatList(`ws_${id.slice('ws_'.length)}`, place))
  }
  return lists
}

const decoder = new TextDecoder()

function withTodosRef(row: ReadRow): Put | null {
  // Most messages have none, and reading each whole would take many times as long.
  if (!('body' in row) || !decoder.decode(row.body).includes(WRITE_TODO)) return null
  const message = fromMessageRow(row)
  const ref = todosRef(message.chatId)
  if (todoCallIn(message) === null || row.refs.includes(ref)) return null
  const { id, parent, order, version: expect, refs, body } = row
  return { kind: 'put', shelf: MESSAGES_SHELF, id, parent, order, expect, refs: [...refs, ref], body }
}

/** False where the message was changed or deleted meanwhile: the next pass looks at it again. */
async function wrote(store: Store, put: Put): Promise<boolean> {
  try {
    await store.write([put])
    return true
  } catch (error) {
    if (error instanceof Conflict) return false
    throw error
  }
}
