/** A row's version was not the one the write expected. Nothing was written. */
export class Conflict extends Error {
  override readonly name = 'Conflict'
  readonly shelf: string
  readonly id: string
  readonly expected: number
  readonly found: number

  constructor(shelf: string, id: string, expected: number, found: number) {
    super(`${shelf}/${id} is at version ${found}, not ${expected}`)
    this.shelf = shelf
    this.id = id
    this.expected = expected
    this.found = found
  }
}

/** A write named blobs that do not exist or are about to be deleted: put them again and repeat the write. */
export class BlobMissing extends Error {
  override readonly name = 'BlobMissing'
  readonly ids: readonly string[]

  constructor(ids: readonly string[]) {
    super(`no blob ${ids.join(', ')}`)
    this.ids = ids
  }
}

export type StoreErrorKind =
  | 'busy' // another program holds the database; try again
  | 'full' // no space left
  | 'in-use' // another Stet process owns the data folder
  | 'unreadable' // the file is damaged or not Stet data
  | 'missing' // the database is gone, and other files show that there was one
  | 'newer' // written by a newer Stet
  | 'refused' // the folder cannot hold data safely: read-only, network file system, wrong owner
  | 'locked' // sealed, and the key is missing or wrong
  | 'closed'

/** Trouble with the storage itself. `message` says what happened and what to do. */
export class StoreError extends Error {
  override readonly name = 'StoreError'
  readonly kind: StoreErrorKind
  readonly retryable: boolean

  constructor(kind: StoreErrorKind, message: string, cause?: unknown) {
    super(message, { cause })
    this.kind = kind
    this.retryable = kind === 'busy' || kind === 'full'
  }
}
