import type { Chat, ChatId } from '@stet/history'
import { CHATS_SHELF, Conflict, type Operation, type Put, type Store, toChatPut, type Written } from '@stet/store'
import { type ChatRow, readChat } from './read-chat.ts'

const MAX_TRIES = 20

interface ChatUpdate<Plan> {
  /** What to write, from the chat as it is now; called again when the chat was changed meanwhile. */
  readonly plan: (row: ChatRow) => Promise<Plan> | Plan
  readonly operations: (plan: Plan) => readonly Operation[]
}

/** Reads a chat and saves a change to it in one write. Repeats both if the chat was changed in between. */
export async function updateChat<Plan>(
  store: Store,
  chatId: ChatId,
  { plan, operations }: ChatUpdate<Plan>,
): Promise<{ readonly plan: Plan; readonly written: Written }> {
  for (let tries = 1; ; tries += 1) {
    const planned = await plan(await readChat(store, chatId))
    try {
      return { plan: planned, written: await store.write(operations(planned)) }
    } catch (error) {
      if (!(error instanceof Conflict && error.shelf === CHATS_SHELF && tries < MAX_TRIES)) throw error
    }
  }
}

/** A change that moves the chat to the top of its list. */
export function putActive(row: ChatRow, chat: Chat): Put {
  return toChatPut(chat, { expect: row.version, order: 'next' })
}

/** A change that leaves the chat where it is in its list. */
export function putInPlace(row: ChatRow, chat: Chat): Put {
  return toChatPut(chat, { expect: row.version, order: row.order })
}
