import type { ChatId, Message, MessageId } from '@stet/history'
import { MESSAGES_SHELF, type Store } from '@stet/store'
import { readLink } from '../../record/read-link.ts'
import { EngineError } from '../../runtime/engine-error.ts'
import type { LiveRuns } from '../live/live-runs.ts'

/** More branches than a user has answered at once; a safeguard against a client in a loop (FH-10). */
export const MOST_RUNS_PER_CHAT = 8

/** Throws unless a message can be added there now. An edit beside a running answer can; a message below one must wait for its end. */
export async function checkParent(
  { store, live }: { readonly store: Store; readonly live: LiveRuns },
  chatId: ChatId,
  parentId: MessageId | null,
): Promise<void> {
  const parent = parentId === null ? null : await readParent(store, chatId, parentId)
  checkRoom(live, chatId)
  const running = live.active(chatId)
  const answered = new Set(running.map(run => run.draft.draft().parentId))
  if (parent !== null && answered.size > 0 && (await leadsThrough(store, parent, answered))) {
    throw new EngineError('run-active', 'the answer to this message is still being written')
  }
}

/** Throws unless one more run can start in a chat. */
export function checkRoom(live: LiveRuns, chatId: ChatId): void {
  const running = live.active(chatId).length
  if (running >= MOST_RUNS_PER_CHAT) {
    throw new EngineError('run-active', `${running} answers of this chat are being written already`)
  }
}

async function readParent(store: Store, chatId: ChatId, id: MessageId): Promise<Message> {
  const message = await readLink(store, chatId, id)
  if (message !== null) return message
  throw new EngineError('message-not-found', `no message ${id} in this chat can be answered`)
}

/** Whether one of these messages is on the path that ends in this one. */
async function leadsThrough(store: Store, end: Message, ids: ReadonlySet<MessageId>): Promise<boolean> {
  if (ids.has(end.id)) return true
  const rows = await store.getMany(MESSAGES_SHELF, [...ids])
  // Messages above another are older than it, so nothing has to be read above the oldest of them.
  const oldest = Math.min(...rows.flatMap(row => (row === null ? [] : [row.order])))
  let message = end
  while (message.parentId !== null && message.order > oldest) {
    if (ids.has(message.parentId)) return true
    message = await readParent(store, message.chatId, message.parentId)
  }
  return false
}
