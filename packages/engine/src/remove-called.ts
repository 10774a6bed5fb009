import type { ChatId } from '@stet/history'
import {
  CALLS_SHELF,
  CHATS_SHELF,
  calledRef,
  listRows,
  MESSAGES_SHELF,
  type Operation,
  type ReadRow,
  RUNS_SHELF,
  WAITING_SHELF,
} from '@stet/store'
import { EngineError } from './engine-error.ts'
import type { EngineRoom } from './engine-room.ts'

/** Whatever a call had done in chats of its own: with the message that made the call they go too (T6). */
export async function removeCalled(room: EngineRoom, callId: string): Promise<readonly Operation[]> {
  const removals: Operation[] = []
  for await (const chat of listRows(room.store, CHATS_SHELF, { by: { ref: calledRef(callId) } })) {
    if (room.live.active(toChatId(chat)).length > 0) {
      throw new EngineError('run-active', 'what a call below this message started is still at work; stop it first')
    }
    removals.push(toRemove(CHATS_SHELF, chat), ...(await removeContents(room, chat.id)))
  }
  return removals
}

async function removeContents(room: EngineRoom, chatId: string): Promise<readonly Operation[]> {
  const { store } = room
  const removals: Operation[] = []
  for (const shelf of [RUNS_SHELF, WAITING_SHELF]) {
    for await (const row of listRows(store, shelf, { by: { parent: chatId } })) removals.push(toRemove(shelf, row))
  }
  for await (const message of listRows(store, MESSAGES_SHELF, { by: { parent: chatId } })) {
    removals.push(toRemove(MESSAGES_SHELF, message))
    for await (const call of listRows(store, CALLS_SHELF, { by: { parent: message.id } })) {
      removals.push(toRemove(CALLS_SHELF, call), ...(await removeCalled(room, call.id)))
    }
  }
  return removals
}

/** Any row of the shelf is a chat, also one whose body cannot be opened. */
function toChatId({ id }: ReadRow): ChatId {
  if (!id.startsWith('chat_')) throw new Error(`${CHATS_SHELF}/${id} does not have the id of a chat`)
  return `chat_${id.slice('chat_'.length)}`
}

function toRemove(shelf: string, { id, version }: ReadRow): Operation {
  return { kind: 'remove', shelf, id, expect: version }
}
