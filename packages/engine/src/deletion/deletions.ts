import { type ChatId, plainFacts, type WorkspaceId } from '@stet/history'
import {
  CHATS_SHELF,
  Conflict,
  chatList,
  DELETIONS_LIST,
  DELETIONS_SHELF,
  type Deletion,
  FILE_VERSIONS_SHELF,
  FILES_SHELF,
  filesOfRef,
  fromDeletionRow,
  type HeadPage,
  listRows,
  type Operation,
  type RowHead,
  type Store,
  toDeletionEnd,
  toDeletionPut,
} from '@stet/store'
import type { EventHub } from '../events/event-hub.ts'
import { EngineError } from '../runtime/engine-error.ts'
import type { KeyedLock } from '../runtime/keyed-lock.ts'
import type { Tasks } from '../runtime/tasks.ts'
import { eraseChat } from './erase-chat.ts'
import { eraseMessages, type MessagesDeletion } from './erase-messages.ts'
import { type EraseDeps, SLICE, toChatId, toRemove, writeSlice } from './slices.ts'

/**
 * Deletes chats and messages of any length. One write notes what to erase and takes a chat out of its list. The rest is deleted in slices, each a short
 * write, so that nobody waits for it. After a crash the next start continues.
 */
export interface Deletions {
  /** Deletes a chat after stopping what runs in it. `also` is part of the write. When this resolves, the chat can no longer be found. */
  chat(chatId: ChatId, also: readonly Operation[]): Promise<void>
  /** Deletes all chats and files of a workspace. The row of the workspace is the caller's: its removal belongs into `also`. */
  workspace(workspaceId: WorkspaceId, also: readonly Operation[]): Promise<void>
  /** Deletes messages that a write of the caller has noted, and resolves when they are gone. The caller holds the lock of the chat. */
  messages(deletion: MessagesDeletion): Promise<void>
  /**
   * Writes a new chat in slices. It exists with the last write, which includes `last`; if that fails or never happens, what was written is
   * deleted again.
   */
  create(chatId: ChatId, rows: AsyncIterable<readonly Operation[]>, last: () => readonly Operation[]): Promise<void>
  /** Completes what an earlier process left: messages at once, chats in the background. */
  recover(): Promise<void>
  /** Resolves when nothing is being erased in the background. */
  settled(): Promise<void>
}

export interface DeletionDeps extends EraseDeps {
  readonly chats: KeyedLock
  readonly tasks: Pick<Tasks, 'closing' | 'own'>
  readonly hub: Pick<EventHub, 'publish'>
  readonly isRunning: (chatId: ChatId) => boolean
  /** Stops what runs in a chat, and resolves when it has ended. */
  readonly stop: (chatId: ChatId) => Promise<void>
}

export function createDeletions(deps: DeletionDeps): Deletions {
  const { store, tasks } = deps
  /** Noted deletions that a command of this process is carrying out. */
  const held = new Set<string>()
  let working: Promise<void> | null = null
  let isMore = false

  async function work(): Promise<void> {
    while (isMore) {
      isMore = false
      for (const deletion of await readDeletions(deps)) {
        if (tasks.closing.aborted) return
        if (!held.has(deletion.id)) isMore = (await erase(deps, deletion)) || isMore
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

  async function holding(id: string, act: () => Promise<unknown>): Promise<void> {
    held.add(id)
    try {
      await act()
    } finally {
      held.delete(id)
      start()
    }
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
    messages: deletion => holding(deletion.id, () => eraseMessages(deps, deletion)),
    create: (chatId, rows, last) => holding(chatId, () => writeChat(store, chatId, rows, last)),
    async recover() {
      // Before the first command: nothing may be sent below a message that is being deleted.
      for (const deletion of await readDeletions(deps)) {
        if (deletion.kind === 'messages') await erase(deps, deletion)
      }
      start()
    },
    settled: async () => working ?? undefined,
  }
}

/** Writes a chat whole if it fits into one write, which needs no note. */
async function writeChat(
  store: Store,
  chatId: ChatId,
  rows: AsyncIterable<readonly Operation[]>,
  last: () => readonly Operation[],
): Promise<void> {
  let waiting: readonly Operation[] = []
  let isNoted = false
  for await (const some of rows) {
    if (waiting.length + some.length > SLICE && waiting.length > 0) {
      await store.write(isNoted ? waiting : [toDeletionPut({ kind: 'chat', id: chatId }), ...waiting])
      isNoted = true
      waiting = []
    }
    waiting = [...waiting, ...some]
  }
  await store.write([...waiting, ...(isNoted ? [toDeletionEnd(chatId)] : []), ...last()])
}

async function readDeletions({ store, log }: DeletionDeps): Promise<readonly Deletion[]> {
  const found: Deletion[] = []
  for await (const row of listRows(store, DELETIONS_SHELF, { by: { parent: DELETIONS_LIST } })) {
    const deletion = fromDeletionRow(row)
    if ('unreadable' in deletion) log.error('a deletion cannot be read', { ...deletion })
    else found.push(deletion)
  }
  return found
}

/** False when it could not be completed: it is then tried again with the next deletion, or at the next start. */
async function erase(deps: DeletionDeps, deletion: Deletion): Promise<boolean> {
  const { store, log, chats, hub } = deps
  try {
    switch (deletion.kind) {
      case 'chat': {
        const isErased = await eraseChat(deps, deletion.id)
        if (isErased) await store.write([toDeletionEnd(deletion.id)])
        return isErased
      }
      case 'workspace': {
        const isErased = (await removeChats(deps, deletion.id)) && (await eraseFiles(deps, deletion.id))
        if (isErased) await store.write([toDeletionEnd(deletion.id)])
        return isErased
      }
      case 'messages': {
        const { chatId } = deletion
        const isErased = await chats.hold(chatId, () => eraseMessages(deps, deletion))
        if (isErased) hub.publish({ kind: 'messages-removed', chatId })
        return isErased
      }
    }
  } catch (error) {
    log.error('a deletion failed', { kind: deletion.kind, id: deletion.id, error })
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
          toDeletionPut({ kind: 'chat', id: chatId }),
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

const LISTS = [...plainFacts.place.choices, 'called', 'deleted'] as const

/** Removes the rows of all chats of a workspace, each of which is then a deletion of its own. */
async function removeChats(deps: DeletionDeps, workspaceId: WorkspaceId): Promise<boolean> {
  for (const list of LISTS) {
    for await (const row of listRows(deps.store, CHATS_SHELF, { by: { parent: chatList(workspaceId, list) } })) {
      if (deps.tasks.closing.aborted) return false
      await removeChat(deps, toChatId(row), [])
    }
  }
  return true
}

/** How many files one slice looks at. */
const FILES = 8

/** Removes the files of a workspace with all their versions, deleted ones included. */
async function eraseFiles(deps: DeletionDeps, workspaceId: WorkspaceId): Promise<boolean> {
  const { store, tasks } = deps
  for (;;) {
    if (tasks.closing.aborted) return false
    const { operations } = await writeSlice(deps, async () => {
      const [page] = await store.listHeads(FILES_SHELF, [{ by: { ref: filesOfRef(workspaceId) }, limit: FILES }])
      const files = page?.heads ?? []
      const versions = await store.listHeads(
        FILE_VERSIONS_SHELF,
        files.map(({ id }) => ({ by: { parent: id }, limit: SLICE })),
      )
      return { operations: files.flatMap((file, index) => removalsOf(file, versions[index])).slice(0, SLICE) }
    })
    if (operations.length === 0) return true
  }
}

/** Removes the versions of a file, and the file with the last of them. */
function removalsOf(file: RowHead, versions: HeadPage | undefined): readonly Operation[] {
  const removals = (versions?.heads ?? []).map(version => toRemove(FILE_VERSIONS_SHELF, version))
  return versions?.next == null ? [...removals, toRemove(FILES_SHELF, file)] : removals
}
