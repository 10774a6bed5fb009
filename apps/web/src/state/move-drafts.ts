import type { DraftContent, DraftState, FilePart, MessageId, UnsentMessage } from '@stet/api/client'
import type { DraftShelf } from './draft-shelf.ts'

/** Earlier versions kept drafts in `localStorage`. */
const EARLIER = 'stet.draft.'

/** `home` separates the homes of one host: the path below which each is served. */
function leftPrefix(home: string): string {
  return `stet.left${home}:`
}

/** Keeps drafts of a page that is being left in `localStorage`, which stores at once: a write to the browser's database may not end any more (FU-10). */
export function leaveDrafts(storage: Pick<Storage, 'setItem'>, home: string, drafts: readonly DraftState[]): void {
  for (const { name, editedAt, content } of drafts) {
    if (content !== null) storage.setItem(leftPrefix(home) + name, JSON.stringify({ ...content, editedAt }))
  }
}

/** Moves what an earlier version or a page that was left keeps in `localStorage` to where drafts wait for the home. */
export async function moveDrafts(
  storage: Pick<Storage, 'getItem' | 'removeItem' | 'key' | 'length'>,
  home: string,
  shelf: DraftShelf,
): Promise<void> {
  const prefixes = [EARLIER, leftPrefix(home)]
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index))
  for (const key of keys) {
    const prefix = prefixes.find(each => key?.startsWith(each))
    if (key === null || prefix === undefined) continue
    const draft = parseDraft(key.slice(prefix.length), storage.getItem(key) ?? '')
    if (draft !== null) await shelf.put(draft)
    storage.removeItem(key)
  }
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
  const { text: typed, files, editedAt, unsent } = { text: null, files: [], editedAt: null, unsent: null, ...value }
  if (typeof typed !== 'string' || typeof editedAt !== 'number') return null
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
