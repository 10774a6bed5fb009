import type { CallId, ChatId, FileId, WorkspaceId } from '@stet/history'
import * as z from 'zod/mini'
import type { Put, ReadRow, Remove } from '../contract/store.ts'
import { createCodec, exactly, id, type UnreadableRecord } from './schemas/codec.ts'

export const FILES_SHELF = 'files'
export const FILE_VERSIONS_SHELF = 'file-versions'

/** A file or folder of a workspace. Its content is in its versions. */
export interface FileRecord {
  readonly id: FileId
  readonly workspaceId: WorkspaceId
  /** Null at the top of the workspace. */
  readonly folderId: FileId | null
  readonly name: string
  readonly createdAt: number
  readonly changedAt: number
  /** The newest version; null for a folder. */
  readonly head: FileHead | null
  /** Set on what the user or a tool deleted. What is inside a deleted folder is not changed. */
  readonly deleted: { readonly at: number; readonly path: string } | null
}

/** What a version holds. */
export interface FileHead {
  /** Counted from 1. */
  readonly number: number
  readonly kind: 'text' | 'binary'
  readonly mediaType: string
  readonly blob: string
  readonly size: number
}

export interface FileVersionRecord extends FileHead {
  readonly fileId: FileId
  readonly at: number
  readonly by: FileAuthor
}

/** Who made a change. */
export type FileAuthor =
  | { readonly kind: 'user' }
  | { readonly kind: 'tool'; readonly tool: string; readonly chatId: ChatId; readonly callId: CallId }

const head = {
  number: z.number(),
  kind: z.enum(['text', 'binary']),
  mediaType: z.string(),
  blob: z.string(),
  size: z.number(),
}

const files = createCodec(
  1,
  exactly<FileRecord>()(
    z.object({
      id: id('file'),
      workspaceId: id('ws'),
      folderId: z.nullable(id('file')),
      name: z.string(),
      createdAt: z.number(),
      changedAt: z.number(),
      head: z.nullable(z.object(head)),
      deleted: z.nullable(z.object({ at: z.number(), path: z.string() })),
    }),
  ),
)

const versions = createCodec(
  1,
  exactly<FileVersionRecord>()(
    z.object({
      fileId: id('file'),
      ...head,
      at: z.number(),
      by: z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('user') }),
        z.object({ kind: z.literal('tool'), tool: z.string(), chatId: id('chat'), callId: id('call') }),
      ]),
    }),
  ),
)

/** A row is found by the folder it is in and its name, so that renaming a folder writes one row. */
export function toFilePut(file: FileRecord, at: { readonly expect: number; readonly order: number | 'next' }): Put {
  const { id, workspaceId, folderId, name, deleted } = file
  const all = filesOfRef(workspaceId)
  const refs = deleted === null ? [all, fileNameRef(folderId ?? workspaceId, name)] : [all]
  const parent = deleted === null ? (folderId ?? workspaceId) : deletedFiles(workspaceId)
  return { kind: 'put', shelf: FILES_SHELF, id, parent, ...at, refs, body: files.encode(file) }
}

export function fromFileRow(row: ReadRow): FileRecord | UnreadableRecord {
  const decoded = files.decode(row)
  return 'record' in decoded ? decoded.record : { id: row.id, ...decoded }
}

export function toFileVersionPut(version: FileVersionRecord): Put {
  const { fileId, number, blob } = version
  return {
    kind: 'put',
    shelf: FILE_VERSIONS_SHELF,
    id: versionId(fileId, number),
    parent: fileId,
    order: number,
    expect: 0,
    refs: [`blob:${blob}`],
    body: versions.encode(version),
  }
}

export function fromFileVersionRow(row: ReadRow): FileVersionRecord | UnreadableRecord {
  const decoded = versions.decode(row)
  return 'record' in decoded ? decoded.record : { id: row.id, ...decoded }
}

/** A version is written once, so it has version 1 of its row. */
export function toFileVersionRemove(fileId: FileId, number: number): Remove {
  return { kind: 'remove', shelf: FILE_VERSIONS_SHELF, id: versionId(fileId, number), expect: 1 }
}

/** Derived, so that two writers of the same version conflict. */
export function versionId(fileId: FileId, number: number): string {
  return `${fileId}.${number}`
}

/** The ref of what has this name in this folder. */
export function fileNameRef(parent: FileId | WorkspaceId, name: string): string {
  return `name:${parent}/${name}`
}

/** The ref of every file and folder of a workspace, deleted ones included. */
export function filesOfRef(workspaceId: WorkspaceId): string {
  return `files-of:${workspaceId}`
}

/** The parent of what was deleted in a workspace. */
export function deletedFiles(workspaceId: WorkspaceId): string {
  return `${workspaceId}/deleted`
}
