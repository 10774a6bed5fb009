import type { ChatId, MessageId } from '@stet/history'
import {
  CALLS_SHELF,
  CHATS_SHELF,
  calledRef,
  fromMessageRow,
  listRows,
  MESSAGES_SHELF,
  type Operation,
  type ReadRow,
  RUNS_SHELF,
  WAITING_SHELF,
} from '@stet/store'
import { EngineError } from './engine-error.ts'
import type { EngineRoom } from './engine-room.ts'

export interface CalledRemovals {
  readonly operations: readonly Operation[]
  /** The messages that go with them. */
  readonly messageIds: readonly MessageId[]
}

/** Whatever the calls of these messages had done in chats of their own: with the messages they go too (T6). */
export async function removeCalled(room: EngineRoom, ids: readonly MessageId[]): Promise<CalledRemovals> {
  const operations: Operation[] = []
  const messageIds: MessageId[] = []
  for (const id of ids) {
    for await (const call of listRows(room.store, CALLS_SHELF, { by: { parent: id } })) {
      for await (const chat of listRows(room.store, CHATS_SHELF, { by: { ref: calledRef(call.id) } })) {
        if (room.live.active(toChatId(chat)).length > 0) {
          throw new EngineError('run-active', 'what a call below this message started is still at work; stop it first')
        }
        const contents = await removeContents(room, chat.id)
        operations.push(toRemove(CHATS_SHELF, chat), ...contents.operations)
        messageIds.push(...contents.messageIds)
      }
    }
  }
  return { operations, messageIds }
}

async function removeContents(room: EngineRoom, chatId: string): Promise<CalledRemovals> {
  const { store } = room
  const operations: Operation[] = []
  const messageIds: MessageId[] = []
  for (const shelf of [RUNS_SHELF, WAITING_SHELF, MESSAGES_SHELF]) {
    for await (const row of listRows(store, shelf, { by: { parent: chatId } })) {
      operations.push(toRemove(shelf, row))
      if (shelf === MESSAGES_SHELF) messageIds.push(fromMessageRow(row).id)
    }
  }
  for (const id of messageIds) {
    for await (const call of listRows(store, CALLS_SHELF, { by: { parent: id } })) {
      operations.push(toRemove(CALLS_SHELF, call))
    }
  }
  return { operations, messageIds }
}

/** Any row of the shelf is a chat, also one whose body cannot be opened. */
function toChatId({ id }: ReadRow): ChatId {
  if (!id.startsWith('chat_')) throw new Error(`${CHATS_SHELF}/${id} does not have the id of a chat`)
  return `chat_${id.slice('chat_'.length)}`
}

function toRemove(shelf: string, { id, version }: ReadRow): Operation {
  return { kind: 'remove', shelf, id, expect: version }
}
