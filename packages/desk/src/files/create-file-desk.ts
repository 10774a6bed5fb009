import { type AnswerOf, type CommandOf, FILE_COMMANDS, type RunsOf } from '@stet/commands'
import { type Commands, createCommands, EngineError, type EngineErrorCode } from '@stet/engine'
import {
  type DeletedEntry,
  type FileAuthor,
  type FileEntry,
  FileError,
  type FileErrorCode,
  type Files,
  type FileVersion,
  type WorkspaceFiles,
} from '@stet/files'
import type { FileId, WorkspaceId } from '@stet/history'
import { type Put, type Store, WORKSPACES_SHELF } from '@stet/store'
import type { Attachments, ShownText } from '../attachments/attachments.ts'

/** The files of workspaces, as the page changes and reads them (T4). */
export interface FileDesk extends RunsOf<typeof FILE_COMMANDS> {
  list(workspaceId: WorkspaceId, path: string): Promise<readonly FileEntry[]>
  find(workspaceId: WorkspaceId, path: string): Promise<FileEntry>
  search(workspaceId: WorkspaceId, text: string): Promise<readonly FileEntry[]>
  deleted(workspaceId: WorkspaceId): Promise<readonly DeletedEntry[]>
  versions(workspaceId: WorkspaceId, fileId: FileId): Promise<readonly FileVersion[]>
  /** The text of a PDF or DOCX. */
  text(workspaceId: WorkspaceId, fileId: FileId): Promise<ShownText>
  /** Everything in a folder, each file with a way to read it when it is its turn. */
  contents(workspaceId: WorkspaceId, path: string): Promise<AsyncIterable<PackedFile>>
}

export interface PackedFile {
  readonly entry: FileEntry
  /** Null for a folder. */
  readonly read: (() => Promise<Uint8Array>) | null
}

interface FileDeskDeps {
  readonly store: Store
  readonly files: Files
  readonly attachments: Pick<Attachments, 'text'>
  readonly clock: () => number
}

const BY_USER: FileAuthor = { kind: 'user' }
const MOST_FOUND = 200

type Changed = AnswerOf<typeof FILE_COMMANDS.writeFile>

export function createFileDesk({ store, files, attachments, clock }: FileDeskDeps): FileDesk {
  const commands: Commands = createCommands({ store, clock })

  /** The files of a workspace that exists. */
  async function openFiles(workspaceId: WorkspaceId, keep?: (answer: Changed) => Put): Promise<WorkspaceFiles> {
    if ((await store.get(WORKSPACES_SHELF, workspaceId)) === null) {
      throw new EngineError('workspace-not-found', `there is no workspace ${workspaceId}`)
    }
    return keep === undefined ? files.of(workspaceId) : files.of(workspaceId, entry => [keep(toChanged(entry))])
  }

  async function pathOf(own: WorkspaceFiles, fileId: FileId): Promise<FileEntry> {
    const entry = await own.get(fileId)
    if (entry === null) throw new EngineError('file-not-found', `there is no file ${fileId}`)
    return entry
  }

  /** The change and the answer to its command are one write. */
  function change<Name extends keyof typeof FILE_COMMANDS>(
    name: Name,
    act: (own: WorkspaceFiles, command: CommandOf<(typeof FILE_COMMANDS)[Name]>) => Promise<FileEntry>,
  ) {
    return (command: CommandOf<(typeof FILE_COMMANDS)[Name]>): Promise<Changed> =>
      inWords(async () => {
        // A command and its definition belong together by name, which is lost here.
        const definition = FILE_COMMANDS[name] as unknown as typeof FILE_COMMANDS.deleteFile
        const given = command as unknown as CommandOf<typeof FILE_COMMANDS.deleteFile>
        return commands.once(definition, given, async keep => {
          const own = await openFiles(given.workspaceId, keep)
          return toChanged(await act(own, command))
        })
      })
  }

  return {
    writeFile: change('writeFile', async (own, { path, content, expect }) =>
      own.write(path, await bytesOf(store, content), { expect, by: BY_USER }),
    ),
    makeFolder: change('makeFolder', (own, { path }) => own.makeFolder(path)),
    moveFile: change('moveFile', async (own, { fileId, to }) => own.move((await pathOf(own, fileId)).path, to)),
    deleteFile: change('deleteFile', async (own, { fileId }) => own.remove((await pathOf(own, fileId)).path)),
    restoreFile: change('restoreFile', (own, { fileId, to }) => own.restore(fileId, to)),
    rollBackFile: change('rollBackFile', async (own, { fileId, version, expect }) => {
      const { path } = await pathOf(own, fileId)
      const { bytes } = await own.readVersion(fileId, version)
      return own.write(path, bytes, { expect, by: BY_USER })
    }),
    dropFileVersions: change('dropFileVersions', async (own, { fileId }) => {
      const entry = await pathOf(own, fileId)
      await own.dropVersions(fileId)
      return entry
    }),
    list: (workspaceId, path) => inWords(async () => (await openFiles(workspaceId)).list(path)),
    find: (workspaceId, path) =>
      inWords(async () => {
        const entry = await (await openFiles(workspaceId)).find(path)
        if (entry === null) throw new EngineError('file-not-found', `there is no file ${path}`)
        return entry
      }),
    search: (workspaceId, text) => inWords(async () => (await openFiles(workspaceId)).search(text, MOST_FOUND)),
    deleted: workspaceId => inWords(async () => (await openFiles(workspaceId)).listDeleted()),
    versions: (workspaceId, fileId) => inWords(async () => (await openFiles(workspaceId)).versions(fileId)),
    text: (workspaceId, fileId) =>
      inWords(async () => {
        const { path, blob, mediaType, size } = await pathOf(await openFiles(workspaceId), fileId)
        if (blob === null) throw new EngineError('file-refused', `${path} is a folder`, 'path')
        return attachments.text({ blob, mediaType: mediaType ?? '', size })
      }),
    contents: (workspaceId, path) =>
      inWords(async () => {
        const own = await openFiles(workspaceId)
        // Read now: a folder that does not exist is an answer, not a broken download.
        await own.list(path)
        return pack(own, path)
      }),
  }
}

async function* pack(own: WorkspaceFiles, path: string): AsyncGenerator<PackedFile> {
  for await (const entry of own.walk(path)) {
    const read = async () => (await own.readVersion(entry.id, entry.version)).bytes
    yield { entry, read: entry.kind === 'folder' ? null : read }
  }
}

function toChanged({ id, path, version }: FileEntry): Changed {
  return { id, path, version }
}

async function bytesOf(
  { blobs }: Store,
  content: { readonly text: string } | { readonly blob: string },
): Promise<Uint8Array> {
  if ('text' in content) return new TextEncoder().encode(content.text)
  const bytes = await blobs.get(content.blob)
  if (bytes === null) throw new EngineError('invalid', 'content: upload the file first', 'content')
  return bytes
}

const CODES: Readonly<Record<FileErrorCode, EngineErrorCode>> = {
  'not-found': 'file-not-found',
  exists: 'file-exists',
  changed: 'file-changed',
  'is-folder': 'file-refused',
  'not-folder': 'file-refused',
  'path-refused': 'file-refused',
  'too-large': 'file-refused',
}

async function inWords<Answer>(act: () => Promise<Answer>): Promise<Answer> {
  try {
    return await act()
  } catch (error) {
    if (error instanceof FileError) throw new EngineError(CODES[error.code], error.message, 'path')
    throw error
  }
}
