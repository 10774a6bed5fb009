import type { FileId, FilePart } from '@stet/history'

/**
 * The files of the chat's workspace. Paths start with `/`. What cannot be done throws an error that `fileFailure` recognises; its message is
 * a clause for the model.
 */
export interface ToolFiles {
  find(path: string): Promise<ToolFile | null>
  /** Folders first, then by name. */
  list(path: string): Promise<readonly ToolFile[]>
  /** Everything in a folder, at any depth. */
  walk(path: string): AsyncGenerator<ToolFile>
  read(path: string): Promise<ToolFileContent>
  /** `expect`: `new` where nothing may be there yet, the version that was read, or `any`. Missing folders are made. */
  write(path: string, bytes: Uint8Array, expect: 'new' | 'any' | number): Promise<ToolFile>
  makeFolder(path: string): Promise<ToolFile>
  move(from: string, to: string): Promise<ToolFile>
  /** Of a folder, with everything in it. The user can restore it. */
  remove(path: string): Promise<ToolFile>
}

export interface ToolFile {
  readonly id: FileId
  readonly path: string
  readonly name: string
  readonly kind: 'folder' | 'text' | 'binary'
  readonly mediaType: string | null
  readonly size: number
  /** Of its content; 0 for a folder. */
  readonly version: number
  readonly changedAt: number
}

export interface ToolFileContent {
  readonly entry: ToolFile
  readonly bytes: Uint8Array
  /** Null for what is no text. */
  readonly text: string | null
}

/** Why something could not be done with a file. */
export interface FileFailure {
  readonly code: 'not-found' | 'exists' | 'is-folder' | 'not-folder' | 'path-refused' | 'changed' | 'too-large'
  readonly message: string
}

/** Null for any other error, which is a bug. Errors are recognised by their name: tools know nothing of the package that throws them. */
export function fileFailure(error: unknown): FileFailure | null {
  return error instanceof Error && error.name === 'FileError' && 'code' in error ? (error as FileFailure & Error) : null
}

/** Bytes that a result names, such as an image. */
export interface ToolBlobs {
  put(bytes: Uint8Array, facts: Pick<FilePart, 'name' | 'mediaType'>): Promise<FilePart>
  get(blob: string): Promise<Uint8Array | null>
}
