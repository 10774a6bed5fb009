import type { ChatId } from '@stet/history'
import { fromWaitingRow, listRows, type Store, WAITING_SHELF, type WaitingMessage } from '@stet/store'
import type { Log } from '../runtime/log.ts'

/** A waiting message and the version of its row, needed to remove it. */
interface WaitingRow {
  readonly message: WaitingMessage
  readonly version: number
}

interface ReadDeps {
  readonly store: Store
  readonly log: Log
}

/** The waiting messages of a chat in the order in which they were sent, without those that cannot be read. */
export async function readWaiting({ store, log }: ReadDeps, chatId: ChatId): Promise<readonly WaitingRow[]> {
  const waiting: WaitingRow[] = []
  for await (const row of listRows(store, WAITING_SHELF, { by: { parent: chatId } })) {
    const message = fromWaitingRow(row)
    if ('unreadable' in message) {
      log.error('a waiting message cannot be read', { chatId, messageId: row.id, because: message.unreadable })
    } else waiting.push({ message, version: row.version })
  }
  return waiting
}
