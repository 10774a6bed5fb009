import { type FileId, makeId, type WorkspaceId } from '@stet/history'
import {
  blobId,
  COMMANDS_SHELF,
  Conflict,
  deletedFiles,
  FILE_VERSIONS_SHELF,
  FILES_SHELF,
  type FileAuthor,
  type FileRecord,
  fromFileVersionRow,
  listRows,
  type Operation,
  type Store,
  toFilePut,
  toFileVersionPut,
  toFileVersionRemove,
  versionId,
} from '@stet/store'
import { detectKind, toText } from './detect-kind.ts'
import { FileError } from './file-error.ts'
import { parsePath, toPath } from './file-path.ts'
import {
  type DeletedEntry,
  type FileChange,
  type FileContent,
  type FileEntry,
  type FileHead,
  type Files,
  type FileVersion,
  KEPT_VERSIONS,
  LARGEST_FILE,
  MOST_LINES,
  type WorkspaceFiles,
} from './files.ts'
import { byName, type FileRow, mustRead, readAll, readChain, readPathOf, toEntry, toFileRow } from './tree.ts'

export interface FilesDeps {
  readonly store: Store
  readonly clock: () => number
  readonly randomBytes: (count: number) => Uint8Array
}

export function createFiles(deps: FilesDeps): Files {
  const queues = new Map<WorkspaceId, Promise<unknown>>()
  /** One change of a workspace at a time: the store has no rule that a name is used once in a folder. */
  function inTurn<Result>(workspaceId: WorkspaceId, change: () => Promise<Result>): Promise<Result> {
    const before = queues.get(workspaceId) ?? Promise.resolve()
    const mine = before.then(change, change)
    queues.set(workspaceId, mine)
    return mine
  }
  return {
    of: (workspaceId, also = () => []) =>
      filesOf({ ...deps, also }, workspaceId, change => inTurn(workspaceId, change)),
  }
}

/** What is written together with a change. */
interface ChangeDeps extends FilesDeps {
  readonly also: (entry: FileEntry) => readonly Operation[]
}

type InTurn = <Result>(change: () => Promise<Result>) => Promise<Result>

function filesOf(deps: ChangeDeps, workspaceId: WorkspaceId, inTurn: InTurn): WorkspaceFiles {
  const { store, clock, also } = deps

  async function findRow(id: FileId): Promise<FileRow | null> {
    const row = await store.get(FILES_SHELF, id)
    const found = row === null ? null : toFileRow(row)
    return found?.file.workspaceId === workspaceId ? found : null
  }

  async function list(path: string): Promise<readonly FileEntry[]> {
    const names = parsePath(path)
    const folder = names.length === 0 ? null : await mustRead(store, workspaceId, names)
    if (folder?.file.head) throw new FileError('not-folder', path, `${path} is a file, not a folder`)
    const entries: FileEntry[] = []
    for await (const row of listRows(store, FILES_SHELF, { by: { parent: folder?.file.id ?? workspaceId } })) {
      const { file } = toFileRow(row)
      entries.push(toEntry(file, toPath([...names, file.name])))
    }
    return entries.sort(byName)
  }

  async function* walk(path: string): AsyncGenerator<FileEntry> {
    for (const entry of await list(path)) {
      yield entry
      if (entry.kind === 'folder') yield* walk(entry.path)
    }
  }

  return {
    async find(path) {
      const names = parsePath(path)
      const chain = await readChain(store, workspaceId, names)
      const last = chain.at(-1)
      return last === undefined || chain.length < names.length ? null : toEntry(last.file, toPath(names))
    },
    async get(id) {
      const row = await findRow(id)
      const path = row === null ? null : await readPathOf(store, row)
      return row === null || path === null ? null : toEntry(row.file, path)
    },
    list,
    walk,
    async search(text, limit) {
      const words = text
        .toLowerCase()
        .split(/\s+/)
        .filter(word => word !== '')
      const entries = await readAll(store, workspaceId)
      return entries
        .filter(({ path }) => words.every(word => path.toLowerCase().includes(word)))
        .sort((one, other) => (one.path < other.path ? -1 : 1))
        .slice(0, limit)
    },
    async read(path) {
      const names = parsePath(path)
      if (names.length === 0) throw isFolder('/')
      const { file } = await mustRead(store, workspaceId, names)
      if (file.head === null) throw isFolder(toPath(names))
      return readContent(store, toEntry(file, toPath(names)), file.head)
    },
    write: async (path, bytes, change) => {
      const names = parsePath(path)
      const head = await prepareHead(deps, names, bytes)
      return inTurn(() => writeFile(deps, workspaceId, { names, head, ...change }))
    },
    makeFolder: path => inTurn(() => makeFolder(deps, workspaceId, parsePath(path))),
    move: (from, to) => inTurn(() => move(deps, workspaceId, parsePath(from), parsePath(to))),
    remove: path =>
      inTurn(async () => {
        const names = parsePath(path)
        if (names.length === 0) throw new FileError('path-refused', path, 'the top folder cannot be deleted')
        const row = await mustRead(store, workspaceId, names)
        const entry = toEntry(row.file, toPath(names))
        await store.write([putDeleted(row, toPath(names), clock()), ...also(entry)])
        return entry
      }),
    async listDeleted() {
      const entries: DeletedEntry[] = []
      const by = { parent: deletedFiles(workspaceId) }
      for await (const row of listRows(store, FILES_SHELF, { by, reverse: true })) {
        const { file } = toFileRow(row)
        if (file.deleted !== null) {
          entries.push({ ...toEntry(file, file.deleted.path), deletedAt: file.deleted.at })
        }
      }
      return entries
    },
    restore: (id, to) =>
      inTurn(async () => {
        const row = await findRow(id)
        if (row === null || row.file.deleted === null) throw new FileError('not-found', to ?? '', 'it is not deleted')
        const names = parsePath(to ?? row.file.deleted.path)
        const place = await prepareFolder(deps, workspaceId, names)
        if (place.taken !== null) throw exists(toPath(names))
        const file = { ...row.file, folderId: place.folderId, name: place.name, deleted: null }
        const entry = toEntry(file, toPath(names))
        const put = toFilePut(file, { expect: row.version, order: row.order })
        await store.write([...place.operations, put, ...also(entry)])
        return entry
      }),
    async versions(id) {
      if ((await findRow(id)) === null) throw noVersion(id)
      const found: FileVersion[] = []
      for await (const row of listRows(store, FILE_VERSIONS_SHELF, { by: { parent: id }, reverse: true })) {
        const version = fromFileVersionRow(row)
        if ('unreadable' in version) continue
        const { fileId: _, ...rest } = version
        found.push(rest)
      }
      return found
    },
    async readVersion(id, number) {
      const file = await findRow(id)
      const row = file === null ? null : await store.get(FILE_VERSIONS_SHELF, versionId(id, number))
      const version = row === null ? null : fromFileVersionRow(row)
      if (file === null || version === null) throw noVersion(`${id} v${number}`)
      if ('unreadable' in version) throw new Error(`version ${number} of ${id} cannot be opened: ${version.unreadable}`)
      const path = (await readPathOf(store, file)) ?? file.file.deleted?.path ?? `/${file.file.name}`
      return readContent(store, { ...toEntry(file.file, path), version: number, size: version.size }, version)
    },
    dropVersions: id =>
      inTurn(async () => {
        const row = await findRow(id)
        if (row === null) throw noVersion(id)
        const numbers: number[] = []
        for await (const row of listRows(store, FILE_VERSIONS_SHELF, { by: { parent: id }, reverse: true })) {
          numbers.push(row.order)
        }
        const old = numbers.slice(KEPT_VERSIONS)
        const entry = toEntry(row.file, (await readPathOf(store, row)) ?? `/${row.file.name}`)
        const operations = [...old.map(number => toFileVersionRemove(id, number)), ...also(entry)]
        if (operations.length === 0) return 0
        const { released } = await store.write(operations)
        await store.blobs.deleteReleased(released)
        return old.length
      }),
  }
}

function isFolder(path: string): FileError {
  return new FileError('is-folder', path, `${path} is a folder`)
}

function exists(path: string): FileError {
  return new FileError('exists', path, `there is already a file or folder ${path}`)
}

function noVersion(what: string): FileError {
  return new FileError('not-found', what, 'that version does not exist any more')
}

async function readContent(store: Store, entry: FileEntry, head: FileHead): Promise<FileContent> {
  const bytes = await store.blobs.get(head.blob)
  if (bytes === null) throw new Error(`the content of ${entry.path} is missing`)
  return { entry, bytes, text: head.kind === 'text' ? toText(bytes) : null }
}

type NewHead = Omit<FileHead, 'number'>

/** Checks the bytes and stores them: a blob that no row names yet is kept for a day. */
async function prepareHead({ store, clock }: FilesDeps, names: readonly string[], bytes: Uint8Array): Promise<NewHead> {
  const path = toPath(names)
  const name = names.at(-1)
  if (name === undefined) throw isFolder(path)
  if (bytes.length > LARGEST_FILE) {
    throw new FileError('too-large', path, `a file can hold ${LARGEST_FILE / 1024 / 1024} MB at most`)
  }
  const { kind, mediaType } = await detectKind(bytes, name)
  if (kind === 'text' && countLines(bytes) > MOST_LINES) {
    throw new FileError('too-large', path, `a text file can hold ${MOST_LINES.toLocaleString('en')} lines at most`)
  }
  const blob = await blobId(bytes)
  await store.blobs.put(blob, bytes, clock())
  return { kind, mediaType, blob, size: bytes.length }
}

function countLines(bytes: Uint8Array): number {
  let lines = bytes.length === 0 || bytes.at(-1) === 10 ? 0 : 1
  for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, at + 1)) lines += 1
  return lines
}

interface FileWrite extends FileChange {
  readonly names: readonly string[]
  readonly head: NewHead
}

async function writeFile(deps: ChangeDeps, workspaceId: WorkspaceId, write: FileWrite): Promise<FileEntry> {
  const { names, head, expect, by } = write
  const path = toPath(names)
  const at = deps.clock()
  const { folderId, name, taken, operations } = await prepareFolder(deps, workspaceId, names)
  if (taken !== null && taken.file.head === null) throw isFolder(path)
  checkExpected(path, taken, expect)
  if (taken?.file.head?.blob === head.blob) {
    const same = toEntry(taken.file, path)
    const operations = deps.also(same)
    if (operations.length > 0) await deps.store.write(operations)
    return same
  }
  const isNew = taken === null || taken.file.head?.kind !== head.kind
  const file: FileRecord = isNew
    ? {
        id: makeId('file', deps.randomBytes(20)),
        workspaceId,
        folderId,
        name,
        createdAt: at,
        changedAt: at,
        head: { ...head, number: 1 },
        deleted: null,
      }
    : { ...taken.file, changedAt: at, head: { ...head, number: (taken.file.head?.number ?? 0) + 1 } }
  await writeOrConflict(deps.store, path, [
    ...operations,
    // Text that becomes binary, or the reverse, is another file: the old one is kept as deleted (T3).
    ...(isNew && taken !== null ? [putDeleted(taken, path, at)] : []),
    toFilePut(file, isNew ? { expect: 0, order: 'next' } : { expect: taken.version, order: taken.order }),
    toVersionPut(file, at, by),
    ...deps.also(toEntry(file, path)),
  ])
  return toEntry(file, path)
}

function checkExpected(path: string, taken: FileRow | null, expect: FileChange['expect']): void {
  if (expect === 'any') return
  if (expect === 'new') {
    if (taken !== null) throw exists(path)
    return
  }
  if (taken === null) throw new FileError('changed', path, `${path} was deleted or moved since it was opened`)
  if (taken.file.head?.number !== expect) throw changedError(path)
}

function changedError(path: string): FileError {
  return new FileError('changed', path, `${path} was changed since it was opened`)
}

/** Another process may have changed the row between its reading and this write. */
async function writeOrConflict(store: Store, path: string, operations: readonly Operation[]): Promise<void> {
  try {
    await store.write(operations)
  } catch (error) {
    if (error instanceof Conflict && error.shelf !== COMMANDS_SHELF) throw changedError(path)
    throw error
  }
}

function toVersionPut({ id: fileId, head }: FileRecord, at: number, by: FileAuthor): Operation {
  if (head === null) throw new Error(`the folder ${fileId} has no versions`)
  return toFileVersionPut({ fileId, ...head, at, by })
}

interface Place {
  readonly folderId: FileId | null
  readonly name: string
  /** What is there already. */
  readonly taken: FileRow | null
  /** Makes the folders that are missing, and fails when one that exists was changed meanwhile. */
  readonly operations: readonly Operation[]
}

async function prepareFolder(deps: FilesDeps, workspaceId: WorkspaceId, names: readonly string[]): Promise<Place> {
  const name = names.at(-1)
  if (name === undefined) throw exists('/')
  const folders = names.slice(0, -1)
  const chain = await readChain(deps.store, workspaceId, names)
  const parents = chain.slice(0, folders.length)
  const blocking = parents.find(({ file }) => file.head !== null)
  if (blocking !== undefined) {
    const path = toPath(names.slice(0, parents.indexOf(blocking) + 1))
    throw new FileError('not-folder', path, `${path} is a file, not a folder`)
  }
  const taken = chain.length === names.length ? (chain.at(-1) ?? null) : null
  const operations: Operation[] = []
  const last = parents.at(-1)
  if (last !== undefined) {
    operations.push({ kind: 'check', shelf: FILES_SHELF, id: last.file.id, expect: last.version })
  }
  let folderId = last?.file.id ?? null
  for (const missing of folders.slice(parents.length)) {
    const folder = newFolder(deps, { workspaceId, folderId, name: missing })
    operations.push(toFilePut(folder, { expect: 0, order: 'next' }))
    folderId = folder.id
  }
  return { folderId, name, taken, operations }
}

function newFolder(
  { clock, randomBytes }: FilesDeps,
  place: Pick<FileRecord, 'workspaceId' | 'folderId' | 'name'>,
): FileRecord {
  const at = clock()
  return { id: makeId('file', randomBytes(20)), ...place, createdAt: at, changedAt: at, head: null, deleted: null }
}

async function makeFolder(deps: ChangeDeps, workspaceId: WorkspaceId, names: readonly string[]): Promise<FileEntry> {
  const { folderId, name, taken, operations } = await prepareFolder(deps, workspaceId, names)
  if (taken !== null) throw exists(toPath(names))
  const folder = newFolder(deps, { workspaceId, folderId, name })
  const entry = toEntry(folder, toPath(names))
  await deps.store.write([...operations, toFilePut(folder, { expect: 0, order: 'next' }), ...deps.also(entry)])
  return entry
}

async function move(
  deps: ChangeDeps,
  workspaceId: WorkspaceId,
  from: readonly string[],
  to: readonly string[],
): Promise<FileEntry> {
  const [fromPath, toPathText] = [toPath(from), toPath(to)]
  if (from.length === 0) throw new FileError('path-refused', fromPath, 'the top folder cannot be moved')
  const row = await mustRead(deps.store, workspaceId, from)
  if (to.length > from.length && from.every((name, at) => name === to[at])) {
    throw new FileError('path-refused', toPathText, `${fromPath} cannot be moved into itself`)
  }
  const place = await prepareFolder(deps, workspaceId, to)
  if (place.taken !== null) throw exists(toPathText)
  const { folderId, name } = place
  const file = { ...row.file, folderId, name, changedAt: deps.clock() }
  await writeOrConflict(deps.store, fromPath, [
    ...place.operations,
    toFilePut(file, { expect: row.version, order: row.order }),
    ...deps.also(toEntry(file, toPathText)),
  ])
  return toEntry(file, toPathText)
}

function putDeleted({ file, version }: FileRow, path: string, at: number): Operation {
  return toFilePut({ ...file, deleted: { at, path } }, { expect: version, order: 'next' })
}
