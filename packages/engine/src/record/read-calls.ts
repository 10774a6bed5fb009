import type { CallId, ChatId, MessageId } from '@stet/history'
import { CALLS_SHELF, type Call, fromCallRow, listRows, type ReadRow, type Store } from '@stet/store'
import { EngineError } from '../runtime/engine-error.ts'
import type { Log } from '../runtime/log.ts'

/** A call and the version of its row, needed to change it. */
export interface CallRow {
  readonly call: Call
  readonly version: number
}

export interface ReadDeps {
  readonly store: Store
  readonly log: Log
}

/** The calls of an answer in order, without those that cannot be read. */
export async function readCalls({ store, log }: ReadDeps, messageId: MessageId): Promise<readonly CallRow[]> {
  const calls: CallRow[] = []
  for await (const row of listRows(store, CALLS_SHELF, { by: { parent: messageId } })) {
    const call = openCall(log, row)
    if (call !== null) calls.push({ call, version: row.version })
  }
  return calls
}

/** A call of this chat; one of another chat counts as not found (FH-7). */
export async function readCall({ store, log }: ReadDeps, chatId: ChatId, callId: CallId): Promise<CallRow> {
  const row = await store.get(CALLS_SHELF, callId)
  const call = row === null ? null : openCall(log, row)
  if (row === null || call === null || call.chatId !== chatId) {
    throw new EngineError('call-not-found', `there is no call ${callId} in this chat`)
  }
  return { call, version: row.version }
}

// Logged, because the model will get a result that says it cannot be read.
function openCall(log: Log, row: ReadRow): Call | null {
  const call = fromCallRow(row)
  if (!('unreadable' in call)) return call
  log.error('a call cannot be read', { callId: row.id, messageId: row.parent, because: call.unreadable })
  return null
}
