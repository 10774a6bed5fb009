import type { ChatId, WorkspaceId } from '@stet/history'
import {
  CHATS_SHELF,
  Conflict,
  chatList,
  DELETIONS_LIST,
  DELETIONS_SHELF,
  type Deletion,
  fromDeletionRow,
  listRows,
  type Operation,
  toDeletionPut,
} from '@stet/store'
import { EngineError } from '../runtime/engine-error.ts'
import type { Tasks } from '../runtime/tasks.ts'
import { type EraseDeps, eraseChat, toChatId } from './erase-chat.ts'

/**
 * Deletes what may be long. One write takes a chat out of every list and notes that it is to be erased; the rest goes in slices, each a short
 * write, so that nobody waits for it. After a crash the next start continues.
 */
export interface Deletions {
  /** Deletes a chat after stopping what runs in it. `also` is part of the write. When this resolves, the chat can no longer be found. */
  chat(chatId: ChatId, also: readonly Operation[]): Promise<void>
  /** Deletes all chats of a workspace. The row of the workspace is the caller's: its removal belongs into `also`. */
  workspace(workspaceId: WorkspaceId, also: readonly Operation[]): Promise<void>
  /** Erases in the background what is noted, also by an earlier process. */
  start(): void
  /** Resolves when nothing is being erased. */
  settled(): Promise<void>
}

export interface DeletionDeps extends EraseDeps {
  readonly boot: string
  readonly tasks: Pick<Tasks, 'closing' | 'own'>
  readonly isRunning: (chatId: ChatId) => boolean
  /** Stops what runs in a chat, and resolves when it has ended. */
  readonly stop: (chatId: ChatId) => Promise<void>
}

export function createDeletions(deps: DeletionDeps): Deletions {
  const { store, tasks } = deps
  let working: Promise<void> | null = null
  let isMore = false

  async function work(): Promise<void> {
    while (isMore) {
      isMore = false
      for (const deletion of await readDeletions(deps)) {
        if (tasks.closing.aborted) return
        isMore = (await erase(deps, deletion)) || isMore
      }
    }
  }

  function start(): void {
    isMore = true
    if (working !== null) return
    const { promise, resolve } = Promise.withResolvers<void>()
    working = promise
    tasks.own('deleting', async () => {
      try {
        await work()
      } finally {
        working = null
        resolve()
      }
    })
  }

  return {
    async chat(chatId, also) {
      const removed = await removeChat(deps, chatId, also)
      if (!removed) throw new EngineError('chat-not-found', `there is no chat ${chatId}`)
      start()
    },
    async workspace(workspaceId, also) {
      await store.write([toDeletionPut({ kind: 'workspace', id: workspaceId }), ...also])
      start()
    },
    start,
    settled: async () => working ?? undefined,
  }
}

/** Those that may be erased: a chat that this process is still writing is not one of them. */
async function readDeletions({ store, boot, log }: DeletionDeps): Promise<readonly Deletion[]> {
  const found: Deletion[] = []
  for await (const row of listRows(store, DELETIONS_SHELF, { by: { parent: DELETIONS_LIST } })) {
    const deletion = fromDeletionRow(row)
    if ('unreadable' in deletion) log.error('a deletion cannot be read', { ...deletion })
    else if (deletion.kind !== 'chat' || deletion.madeBy !== boot) found.push(deletion)
  }
  return found
}

/** False when it could not be completed: it is then tried again at the next start. */
async function erase(deps: DeletionDeps, deletion: Deletion): Promise<boolean> {
  const { store, log } = deps
  const { id } = deletion
  try {
    const isErased =
      deletion.kind === 'chat' ? await eraseChat(deps, deletion.id) : await removeChats(deps, deletion.id)
    const row = isErased ? await store.get(DELETIONS_SHELF, id) : null
    if (row !== null) await store.write([{ kind: 'remove', shelf: DELETIONS_SHELF, id, expect: row.version }])
    return isErased
  } catch (error) {
    log.error('a deletion failed', { deletion, error })
    return false
  }
}

/** Removes the row of a chat; false when there is none. */
async function removeChat(deps: DeletionDeps, chatId: ChatId, also: readonly Operation[]): Promise<boolean> {
  const { store, chats } = deps
  for (;;) {
    await deps.stop(chatId)
    const removed = await chats.hold(chatId, async () => {
      const row = await store.get(CHATS_SHELF, chatId)
      if (row === null) return false
      // Something was started while this waited for the lock.
      if (deps.isRunning(chatId)) return null
      try {
        await store.write([
          { kind: 'remove', shelf: CHATS_SHELF, id: chatId, expect: row.version },
          toDeletionPut({ kind: 'chat', id: chatId, madeBy: null }),
          ...also,
        ])
        return true
      } catch (error) {
        // The desk changes rows of chats without the lock.
        if (error instanceof Conflict && error.shelf === CHATS_SHELF) return null
        throw error
      }
    })
    if (removed !== null) return removed
  }
}

const LISTS = ['open', 'pinned', 'archived', 'called'] as const

/** Removes the rows of all chats of a workspace, each of which is then a deletion of its own. */
async function removeChats(deps: DeletionDeps, workspaceId: WorkspaceId): Promise<boolean> {
  for (const list of LISTS) {
    for await (const { id } of listRows(deps.store, CHATS_SHELF, { by: { parent: chatList(workspaceId, list) } })) {
      if (deps.tasks.closing.aborted) return false
      await removeChat(deps, toChatId(id), [])
    }
  }
  return true
}
