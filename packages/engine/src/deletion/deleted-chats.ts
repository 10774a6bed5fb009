import type { ChatId } from '@stet/history'
import { CHATS_SHELF, DELETED_REF, fromChatRow, listRows, type ReadRow, type Store } from '@stet/store'
import { EngineError } from '../runtime/engine-error.ts'
import type { Log } from '../runtime/log.ts'
import type { Pause } from '../runtime/pause.ts'
import type { Tasks } from '../runtime/tasks.ts'

/** How long a deletion can be undone. */
export const UNDO_MS = 10_000
/** Wait before a failed deletion is tried again, for example on a full disk. */
const RETRY_MS = 30_000

/** Chats that the user deleted: hidden at once, and deleted when they can no longer be restored (W3). */
export interface DeletedChats {
  /** Continues what earlier processes left: the row of a deleted chat says so. */
  resume(): Promise<void>
  begin(chatId: ChatId, deleteAt: number): void
  /** False when it is too late: the deletion has begun. */
  cancel(chatId: ChatId): boolean
  /** Whether the chat is deleted, also while that can still be undone. */
  holds(chatId: ChatId): boolean
}

interface DeletionDeps {
  readonly store: Store
  readonly clock: () => number
  readonly pause: Pause
  readonly tasks: Tasks
  readonly log: Log
  /** Deletes the rows of a chat; called again after a crash, it continues. */
  readonly deleteRows: (chatId: ChatId) => Promise<void>
}

export function createDeletedChats(deps: DeletionDeps): DeletedChats {
  const { store, clock, pause, tasks, log, deleteRows } = deps
  /** Null once the rows are being deleted. */
  const held = new Map<ChatId, AbortController | null>()

  async function carryOut(chatId: ChatId, waitMs: number, undo: AbortController): Promise<void> {
    await pause(waitMs, AbortSignal.any([tasks.closing, undo.signal]))
    if (tasks.closing.aborted || undo.signal.aborted) return
    held.set(chatId, null)
    while (!tasks.closing.aborted) {
      try {
        await deleteRows(chatId)
        held.delete(chatId)
        return
      } catch (error) {
        if (error instanceof EngineError && error.code === 'chat-not-found') return void held.delete(chatId)
        log.error('a chat could not be deleted; it is tried again', { chatId, error })
      }
      await pause(RETRY_MS, tasks.closing)
    }
  }

  function begin(chatId: ChatId, deleteAt: number): void {
    if (held.has(chatId)) return
    const undo = new AbortController()
    held.set(chatId, undo)
    // A clock that jumped must not postpone it for years.
    const waitMs = Math.min(UNDO_MS, Math.max(0, deleteAt - clock()))
    tasks.own('deleting a chat', () => carryOut(chatId, waitMs, undo))
  }

  return {
    async resume() {
      for await (const row of listRows(store, CHATS_SHELF, { by: { ref: DELETED_REF } })) {
        const chat = fromChatRow(row)
        begin(toChatId(row), 'unreadable' in chat ? clock() : (chat.deleteAt ?? clock()))
      }
    },
    begin,
    cancel(chatId) {
      const undo = held.get(chatId)
      if (undo == null) return false
      undo.abort()
      held.delete(chatId)
      return true
    },
    holds: chatId => held.has(chatId),
  }
}

/** Every row of the shelf is a chat, even if its body cannot be opened. */
function toChatId({ id }: ReadRow): ChatId {
  if (!id.startsWith('chat_')) throw new Error(`${CHATS_SHELF}/${id} does not have the id of a chat`)
  return `chat_${id.slice('chat_'.length)}`
}
