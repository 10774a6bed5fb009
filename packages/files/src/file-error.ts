export type FileErrorCode =
  | 'not-found'
  | 'exists'
  | 'is-folder'
  | 'not-folder'
  | 'path-refused'
  /** Somebody else changed it since it was read. */
  | 'changed'
  | 'too-large'

/** Something that cannot be done with a file. `message` is a clause for the user and for models. */
export class FileError extends Error {
  override readonly name = 'FileError'
  readonly code: FileErrorCode
  readonly path: string

  constructor(code: FileErrorCode, path: string, message: string) {
    super(message)
    this.code = code
    this.path = path
  }
}
