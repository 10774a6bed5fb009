import type { DraftContent, DraftState, FilePart, MessageId, UnsentMessage } from '@stet/api/client'
import type { DraftShelf } from './draft-shelf.ts'

/** Earlier versions kept drafts in `localStorage`. */
const EARLIER = 'stet.draft.'

/** Drafts in `localStorage`, which stores at once. */
export interface LeftDrafts extends DraftShelf {
  /** For a page that is being left: a write to the browser's database may not end any more (FU-10). */
  leave(drafts: readonly DraftState[]): void
}

type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>

/** `home` separates the homes of one host: the path below which each is served. */
export function createLeftDrafts(storage: DraftStorage, home: string): LeftDrafts {
  const prefix = `stet.left${home}:`

  function read(name: string): DraftState | null {
    const text = storage.getItem(prefix + name)
    return text === null ? null : parseDraft(name, text)
  }

  function put(draft: DraftState): void {
    const { name, editedAt, content } = draft
    if ((read(name)?.editedAt ?? 0) > editedAt) return
    storage.setItem(prefix + name, JSON.stringify({ ...(content ?? { text: null }), editedAt }))
  }

  return {
    leave: drafts => drafts.forEach(put),
    put: async draft => put(draft),
    all: async () => namesIn(storage, prefix).flatMap(name => read(name) ?? []),
    async remove(name, editedAt) {
      if ((read(name)?.editedAt ?? 0) <= editedAt) storage.removeItem(prefix + name)
    },
  }
}

/** Keeps drafts in the browser's database, and in `left` where that refuses: some browsers do for good. */
export function createSafeShelf(
  { database, left }: { readonly database: DraftShelf; readonly left: DraftShelf },
  onTrouble: (error: unknown) => void,
): DraftShelf {
  let isReported = false
  // The user learns of it once, not with every letter.
  function refused(error: unknown): void {
    if (!isReported) onTrouble(error)
    isReported = true
  }

  return {
    async all() {
      const kept = await left.all()
      try {
        return [...kept, ...(await database.all())]
      } catch (error) {
        refused(error)
        return kept
      }
    },
    async put(draft) {
      try {
        await database.put(draft)
      } catch (error) {
        refused(error)
        await left.put(draft)
      }
    },
    async remove(name, editedAt) {
      await left.remove(name, editedAt)
      try {
        await database.remove(name, editedAt)
      } catch (error) {
        refused(error)
      }
    },
  }
}

/** Moves what an earlier version keeps in `localStorage` to where drafts wait for the home. */
export async function moveEarlierDrafts(storage: DraftStorage, shelf: DraftShelf): Promise<void> {
  for (const name of namesIn(storage, EARLIER)) {
    const draft = parseDraft(name, storage.getItem(EARLIER + name) ?? '')
    if (draft !== null) await shelf.put(draft)
    storage.removeItem(EARLIER + name)
  }
}

function namesIn(storage: DraftStorage, prefix: string): readonly string[] {
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index))
  return keys.flatMap(key => (key?.startsWith(prefix) === true ? [key.slice(prefix.length)] : []))
}

/** Anyone may have written to the browser's storage. */
function parseDraft(name: string, text: string): DraftState | null {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
  if (typeof value !== 'object' || value === null) return null
  const {
    text: typed,
    files,
    editedAt,
    unsent,
  } = { text: undefined, files: [], editedAt: null, unsent: null, ...value }
  if (typeof editedAt !== 'number') return null
  if (typed === null) return { name, editedAt, content: null }
  if (typeof typed !== 'string') return null
  const content: DraftContent = { text: typed, files: parseFiles(files), unsent: parseUnsent(unsent) }
  return { name, editedAt, content }
}

function parseUnsent(value: unknown): UnsentMessage | null {
  if (typeof value !== 'object' || value === null) return null
  const { key, parentId, stopFirst } = { key: null, parentId: null, stopFirst: false, ...value }
  if (typeof key !== 'string' || !(parentId === null || isMessageId(parentId))) return null
  return { key, parentId, stopFirst: stopFirst === true }
}

function parseFiles(value: unknown): readonly FilePart[] {
  return Array.isArray(value) ? value.filter(isFilePart) : []
}

function isFilePart(value: unknown): value is FilePart {
  if (typeof value !== 'object' || value === null) return false
  const { blob, name, mediaType, size } = { blob: null, name: null, mediaType: null, size: null, ...value }
  return [blob, name, mediaType].every(field => typeof field === 'string') && typeof size === 'number'
}

function isMessageId(value: unknown): value is MessageId {
  return typeof value === 'string' && value.startsWith('msg_')
}
