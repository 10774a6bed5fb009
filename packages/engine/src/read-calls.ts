import type { CallId, ChatId, MessageId } from '@stet/history'
import { CALLS_SHELF, type Call, fromCallRow, listRows, type Store } from '@stet/store'
import { EngineError } from './engine-error.ts'

/** A call and the version of its row, which whoever changes it must name. */
export interface CallRow {
  readonly call: Call
  readonly version: number
}

/** The calls of an answer in their order; those that cannot be read are not among them. */
export async function readCalls(store: Store, messageId: MessageId): Promise<readonly CallRow[]> {
  const calls: CallRow[] = []
  for await (const row of listRows(store, CALLS_SHELF, { by: { parent: messageId } })) {
    const call = fromCallRow(row)
    if (!('unreadable' in call)) calls.push({ call, version: row.version })
  }
  return calls
}

/** A call of this chat: one of another is as good as none (FH-7). */
export async function readCall(store: Store, chatId: ChatId, callId: CallId): Promise<CallRow> {
  const row = await store.get(CALLS_SHELF, callId)
  const call = row === null ? null : fromCallRow(row)
  if (row === null || call === null || 'unreadable' in call || call.chatId !== chatId) {
    throw new EngineError('call-not-found', `there is no call ${callId} in this chat`)
  }
  return { call, version: row.version }
}
