import type { FileId, WorkspaceId } from '@stet/history'
import {
  FILES_SHELF,
  type FileRecord,
  fileNameRef,
  filesOfRef,
  fromFileRow,
  listRows,
  type ReadRow,
  type Store,
} from '@stet/store'
import { FileError } from './file-error.ts'
import { toPath } from './file-path.ts'
import type { FileEntry } from './files.ts'

/** A stored file or folder, with the version and order of its row. */
export interface FileRow {
  readonly file: FileRecord
  readonly version: number
  readonly order: number
}

/** As much of a path as exists: a row for each of its first names. */
export async function readChain(
  store: Store,
  workspaceId: WorkspaceId,
  names: readonly string[],
): Promise<readonly FileRow[]> {
  const chain: FileRow[] = []
  for (const name of names) {
    const above = chain.at(-1)
    if (above !== undefined && above.file.head !== null) return chain
    const row = await readChild(store, above?.file.id ?? workspaceId, name)
    if (row === null) return chain
    chain.push(row)
  }
  return chain
}

export async function readChild(store: Store, parent: FileId | WorkspaceId, name: string): Promise<FileRow | null> {
  const { rows } = await store.list(FILES_SHELF, { by: { ref: fileNameRef(parent, name) }, limit: 1 })
  return rows[0] === undefined ? null : toFileRow(rows[0])
}

/** The row that a path names. Throws when there is none. */
export async function mustRead(store: Store, workspaceId: WorkspaceId, names: readonly string[]): Promise<FileRow> {
  const chain = await readChain(store, workspaceId, names)
  const last = chain.at(-1)
  if (last !== undefined && chain.length === names.length) return last
  const path = toPath(names)
  if (last?.file.head)
    throw new FileError('not-folder', path, `${toPath(names.slice(0, chain.length))} is a file, not a folder`)
  throw new FileError('not-found', path, `there is no file or folder ${path}`)
}

/** The path of a row; null when it, or a folder above it, was deleted. */
export async function readPathOf(store: Store, { file }: FileRow): Promise<string | null> {
  const names = [file.name]
  for (let at = file; ; ) {
    if (at.deleted !== null) return null
    if (at.folderId === null) return toPath(names)
    const row = await store.get(FILES_SHELF, at.folderId)
    if (row === null) return null
    at = toFileRow(row).file
    names.unshift(at.name)
  }
}

/** Every live row of a workspace with its path, from one index. A row that cannot be read is left out: it has no name. */
export async function readAll(store: Store, workspaceId: WorkspaceId): Promise<readonly FileEntry[]> {
  const files = new Map<FileId, FileRecord>()
  for await (const row of listRows(store, FILES_SHELF, { by: { ref: filesOfRef(workspaceId) } })) {
    const file = fromFileRow(row)
    if (!('unreadable' in file)) files.set(file.id, file)
  }
  const paths = new Map<FileId, string | null>()
  const pathOf = (file: FileRecord): string | null => {
    const known = paths.get(file.id)
    if (known !== undefined) return known
    const folder = file.folderId === null ? null : files.get(file.folderId)
    const above = file.folderId === null ? '' : folder === undefined || folder === null ? null : pathOf(folder)
    const path = above === null || file.deleted !== null ? null : `${above}/${file.name}`
    paths.set(file.id, path)
    return path
  }
  return [...files.values()].flatMap(file => {
    const path = pathOf(file)
    return path === null ? [] : [toEntry(file, path)]
  })
}

export function toFileRow(row: ReadRow): FileRow {
  const file = fromFileRow(row)
  if ('unreadable' in file) throw new Error(`the file ${row.id} cannot be opened: ${file.unreadable}`)
  return { file, version: row.version, order: row.order }
}

export function toEntry({ id, name, head, createdAt, changedAt }: FileRecord, path: string): FileEntry {
  return {
    id,
    path,
    name,
    kind: head?.kind ?? 'folder',
    mediaType: head?.mediaType ?? null,
    size: head?.size ?? 0,
    blob: head?.blob ?? null,
    version: head?.number ?? 0,
    createdAt,
    changedAt,
  }
}

/** Folders first, then by name as people sort: `file 2` before `file 10`. */
export function byName(one: FileEntry, other: FileEntry): number {
  const folders = Number(other.kind === 'folder') - Number(one.kind === 'folder')
  return folders !== 0 ? folders : collator.compare(one.name, other.name)
}

const collator = new Intl.Collator('en', { numeric: true })
