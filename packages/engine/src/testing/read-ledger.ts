import type { ChatId } from '@stet/history'
import { fromRequestRow, listRows, REQUESTS_SHELF, type RequestRecord, type Store } from '@stet/store'

/** The requests of a chat as the ledger has them, oldest first. */
export async function readLedger(store: Store, chatId: ChatId): Promise<readonly RequestRecord[]> {
  const records: RequestRecord[] = []
  for await (const row of listRows(store, REQUESTS_SHELF, { by: { parent: chatId } })) {
    const record = fromRequestRow(row)
    if ('unreadable' in record) throw new Error(`request ${record.id} cannot be read: ${record.unreadable}`)
    records.push(record)
  }
  return records
}
