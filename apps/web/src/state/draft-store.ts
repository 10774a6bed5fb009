import type { FilePart, MessageId } from '@stet/api/client'

/** What the user typed and has not sent (W5). */
export interface ComposerDraft {
  readonly text: string
  /** The files that go with it. The home keeps them for a day. */
  readonly files: readonly FilePart[]
  readonly editedAt: number
  /** A send that did not go through: sent again with the same keys it cannot arrive twice. It has no date of expiry. */
  readonly unsent: UnsentMessage | null
}

export interface UnsentMessage {
  readonly key: string
  readonly parentId: MessageId | null
  /** Whether it stops the answer that is being written, in place of waiting for it. */
  readonly stopFirst: boolean
}

export interface DraftStore {
  read(name: string): ComposerDraft | null
  write(name: string, draft: ComposerDraft): void
  remove(name: string): void
  /** Removes every draft that is past its time. */
  sweep(): void
}

type Shelf = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>

const PREFIX = 'stet.draft.'
const KEPT_MS = 24 * 60 * 60 * 1000

export function createDraftStore(storage: Shelf, now: () => number): DraftStore {
  function read(name: string): ComposerDraft | null {
    const text = storage.getItem(PREFIX + name)
    const draft = text === null ? null : parseDraft(text)
    return draft && (draft.unsent || now() - draft.editedAt < KEPT_MS) ? draft : null
  }

  function remove(name: string): void {
    storage.removeItem(PREFIX + name)
  }

  return {
    read,
    remove,
    write(name, draft) {
      if (draft.text === '' && draft.files.length === 0) remove(name)
      else storage.setItem(PREFIX + name, JSON.stringify(draft))
    },
    sweep() {
      const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index))
      for (const key of keys) {
        if (key?.startsWith(PREFIX) && read(key.slice(PREFIX.length)) === null) storage.removeItem(key)
      }
    },
  }
}

/** Anyone may have written to the browser's storage, an older page of ours included. */
function parseDraft(text: string): ComposerDraft | null {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
  if (typeof value !== 'object' || value === null) return null
  const { text: typed, files, editedAt, unsent } = { text: null, files: [], editedAt: null, unsent: null, ...value }
  if (typeof typed !== 'string' || typeof editedAt !== 'number') return null
  return { text: typed, files: parseFiles(files), editedAt, unsent: parseUnsent(unsent) }
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
