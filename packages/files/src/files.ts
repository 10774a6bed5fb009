import type { FileId, WorkspaceId } from '@stet/history'
import type { FileAuthor, FileHead, FileVersionRecord, Operation } from '@stet/store'

/** The files of all workspaces of one owner (T4). */
export interface Files {
  /** What `also` makes of a changed entry is written together with the change: both are saved or neither. */
  of(workspaceId: WorkspaceId, also?: (entry: FileEntry) => readonly Operation[]): WorkspaceFiles
}

/**
 * A versioned tree. Paths start with `/`. What cannot be done throws a `FileError`. Changes of one workspace happen one after another, and
 * each is one write.
 */
export interface WorkspaceFiles {
  find(path: string): Promise<FileEntry | null>
  get(id: FileId): Promise<FileEntry | null>
  /** What is in a folder: folders first, then by name. */
  list(path: string): Promise<readonly FileEntry[]>
  /** Everything in a folder, at any depth; each folder before what is in it. */
  walk(path: string): AsyncGenerator<FileEntry>
  /** Files and folders whose path contains all these words. */
  search(text: string, limit: number): Promise<readonly FileEntry[]>
  read(path: string): Promise<FileContent>
  /** Makes the folders that are missing. Other bytes of the same kind are a new version, the same bytes change nothing. */
  write(path: string, bytes: Uint8Array, change: FileChange): Promise<FileEntry>
  /** Makes the folders that are missing. */
  makeFolder(path: string): Promise<FileEntry>
  /** Keeps identity and versions. */
  move(from: string, to: string): Promise<FileEntry>
  /** Deletes a file, or a folder with everything in it. It can be restored. */
  remove(path: string): Promise<FileEntry>
  /** What was deleted, newest first. */
  listDeleted(): Promise<readonly DeletedEntry[]>
  /** Puts it back to where it was, or to another path. */
  restore(id: FileId, to?: string): Promise<FileEntry>
  /** Newest first. */
  versions(id: FileId): Promise<readonly FileVersion[]>
  readVersion(id: FileId, number: number): Promise<FileContent>
  /** Drops all but the newest ten versions. Returns how many were dropped. */
  dropVersions(id: FileId): Promise<number>
}

export interface FileEntry {
  readonly id: FileId
  readonly path: string
  readonly name: string
  readonly kind: 'folder' | 'text' | 'binary'
  readonly mediaType: string | null
  readonly size: number
  /** Where its content is; null for a folder. */
  readonly blob: string | null
  /** The number of its newest version; 0 for a folder. */
  readonly version: number
  readonly createdAt: number
  readonly changedAt: number
}

export interface DeletedEntry extends FileEntry {
  readonly deletedAt: number
}

export interface FileContent {
  readonly entry: FileEntry
  readonly bytes: Uint8Array
  /** Null if it is not text. */
  readonly text: string | null
}

export type FileVersion = Omit<FileVersionRecord, 'fileId'>

export interface FileChange {
  /**
   * `new`: there must be nothing yet. A number: the version that was read, so that a change made meanwhile is not lost. `any`: whatever
   * there is becomes an older version.
   */
  readonly expect: 'new' | 'any' | number
  readonly by: FileAuthor
}

export const MOST_LINES = 999_999
export const LARGEST_FILE = 100 * 1024 * 1024
export const KEPT_VERSIONS = 10

export type { FileAuthor, FileHead }
