/**
 * The store contract. Every shelf has the same columns, so that a backend is small, sealing is a wrapper
 * and export is "every row of every shelf". A store is opened for one owner and cannot name another's rows.
 */
export interface Store {
  get(shelf: string, id: string): Promise<ReadRow | null>
  /** One entry for each id, in the order of the ids. */
  getMany(shelf: string, ids: readonly string[]): Promise<readonly (ReadRow | null)[]>
  list(shelf: string, query: ListQuery): Promise<Page>
  /** One page for each query, in their order. All are read at the same moment. */
  listMany(shelf: string, queries: readonly ListQuery[]): Promise<readonly Page[]>
  /** `listMany` without refs and bodies: large bodies are not read, and a damaged row is listed like any other. */
  listHeads(shelf: string, queries: readonly ListQuery[]): Promise<readonly HeadPage[]>
  /** Every row's latest change after a sequence number, oldest first. */
  changes(after: number, limit: number): Promise<readonly Change[]>
  /**
   * All or nothing, and on the disk when it resolves. Bodies must not change until then. A row is named once in a write, and a put
   * makes the version it expects plus one. Throws `Conflict` when a version is not the expected one, `BlobMissing` when a named blob does not exist.
   */
  write(operations: readonly Operation[]): Promise<Written>
  readonly blobs: Blobs
  usage(): Promise<StoreUsage>
  close(): Promise<void>
}

export interface Row {
  readonly id: string
  readonly parent: string
  readonly order: number
  readonly version: number
  /** Index terms, each `kind:value`. A `blob:` ref keeps that blob alive. */
  readonly refs: readonly string[]
  readonly body: Uint8Array
}

/** A row that exists and cannot be opened. The others are unaffected. */
export interface UnreadableRow extends Omit<Row, 'body'> {
  readonly unreadable: string
}

export type ReadRow = Row | UnreadableRow

export type RowHead = Pick<Row, 'id' | 'parent' | 'order' | 'version'>

export interface ListQuery {
  readonly by: { readonly parent: string } | { readonly ref: string }
  /** Continue after this place. */
  readonly after?: Cursor
  readonly limit: number
  /** Highest order first. */
  readonly reverse?: boolean
}

/** Where a page ended: rows are sorted by order, then id. */
export interface Cursor {
  readonly order: number
  readonly id: string
}

export interface Page {
  readonly rows: readonly ReadRow[]
  /** Null when no row follows this page. */
  readonly next: Cursor | null
}

export interface HeadPage {
  readonly heads: readonly RowHead[]
  readonly next: Cursor | null
}

export type Operation = Put | Remove | Check

export interface Put {
  readonly kind: 'put'
  readonly shelf: string
  readonly id: string
  readonly parent: string
  /** `next` takes the owner's next number, above every order given that way before. */
  readonly order: number | 'next'
  /** The version it replaces; 0 creates, and conflicts with an existing row. */
  readonly expect: number
  readonly refs: readonly string[]
  readonly body: Uint8Array
  /** Blobs that are put with the row, usually because it names them: one write in place of two. */
  readonly blobs?: readonly NewBlob[]
}

/** A blob to be put, as by `Blobs.put`. */
export interface NewBlob {
  readonly id: string
  readonly bytes: Uint8Array
  readonly now: number
}

export interface Remove {
  readonly kind: 'remove'
  readonly shelf: string
  readonly id: string
  readonly expect: number
}

/** Asserts a version without changing the row, which fences a run whose process lost its lease. 0 asserts absence. */
export interface Check {
  readonly kind: 'check'
  readonly shelf: string
  readonly id: string
  readonly expect: number
}

export interface Written {
  /** The owner's sequence number after this write. */
  readonly sequence: number
  /** For each put, in the order given: its place and version. */
  readonly puts: readonly { readonly id: string; readonly order: number; readonly version: number }[]
  /** Blobs that a row stopped naming, for `blobs.deleteReleased`. In a sealed store these are not the ids of the caller. */
  readonly released: readonly string[]
}

export type Change =
  | { readonly kind: 'put'; readonly sequence: number; readonly shelf: string; readonly row: ReadRow }
  | { readonly kind: 'remove'; readonly sequence: number; readonly shelf: string; readonly id: string }

/** Bytes stored under an id that is derived from them: `blobId`, or in a sealed store a keyed hash of it. Same id, same content. */
export interface Blobs {
  /** Stores the bytes under the id, replacing any, and removes the mark of a sweep. */
  put(id: string, bytes: Uint8Array, now: number): Promise<void>
  get(id: string): Promise<Uint8Array | null>
  /** Starts a blob that arrives in pieces. Nothing can read or name it before it is finished, and a crash leaves nothing of it. */
  receive(now: number): Promise<BlobWriter>
  /** A blob to be read in pieces; null when there is none. */
  open(id: string): Promise<BlobReader | null>
  /**
   * Marks blobs that no row has named for 24 hours; deletes those that an earlier sweep marked and no row has named since. What else is left of
   * removed rows goes too; with much of it a signal ends the sweep, and the next one continues.
   */
  sweep(now: number, signal?: AbortSignal): Promise<{ readonly marked: number; readonly deleted: number }>
  /**
   * Deletes at once those of `Written.released` that no row names and nobody put since. For deletions by the user: a sweep would keep
   * the bytes for a day. Returns how many were deleted.
   */
  deleteReleased(released: readonly string[]): Promise<number>
}

/** Await each call before the next. */
export interface BlobWriter {
  /** `PIECE_BYTES` is a good size. */
  add(piece: Uint8Array): Promise<void>
  /** Gives the blob its id, replacing any under it, and removes the mark of a sweep. On the disk when it resolves. */
  finish(id: string): Promise<void>
  /** Drops what was added. */
  discard(): Promise<void>
}

export interface BlobReader {
  /** Of each piece, in bytes. A blob that was put whole has one piece. */
  readonly sizes: readonly number[]
  /** Throws `StoreError('unreadable')` for a damaged piece, or when the blob was deleted meanwhile. */
  piece(place: number): Promise<Uint8Array>
}

export interface StoreUsage {
  readonly rows: number
  readonly rowBytes: number
  readonly blobs: number
  readonly blobBytes: number
  readonly sequence: number
}

/** A backend that holds the rows of all owners, and opens a store for one of them at a time. */
export interface Database {
  openStore(owner: string): SearchableStore
  close(): Promise<void>
}

export interface SearchableStore extends Store {
  readonly search: Search
}

/** What a row offers to the search: its text, and the group it is shown under. */
export interface SearchDocument {
  readonly text: string
  /** The group a hit is shown under: for a message, its chat. */
  readonly group: string
  /** What a search can be narrowed to, each `kind:value` in lower case without spaces. No text finds them. */
  readonly facets?: readonly string[]
}

export interface SearchHit {
  readonly id: string
  readonly group: string
  /** The sequence number of the row's last change: the newest hit has the highest, also where a row was given an order of its own. */
  readonly order: number
  readonly snippet: Snippet
}

/** A stretch of the text around the first match; `marks` are [start, end) offsets into `text`. */
export interface Snippet {
  readonly text: string
  readonly marks: readonly (readonly [number, number])[]
}

export interface SearchQuery {
  /** What the user typed, unfinished last word included. Any text is safe. */
  readonly text: string
  readonly limit: number
  /** Continue with hits older than this order. */
  readonly before?: number
  /** Only documents with every one of these facets. */
  readonly all?: readonly string[]
  /** Only documents with one of these facets. */
  readonly any?: readonly string[]
}

/** Newest first. */
export interface Search {
  find(query: SearchQuery): Promise<readonly SearchHit[]>
  /** How complete the index is: less than everything is found while it is made. */
  state(): SearchState
}

/** Behind while the index is made or made again, oldest rows first; failed when that met an error. `share` is the part that is done, from 0 to 1. */
export type SearchState =
  | { readonly kind: 'current'; readonly skipped: number }
  | { readonly kind: 'behind'; readonly skipped: number; readonly share: number }
  | { readonly kind: 'failed'; readonly because: string }

/** Decides what can be found on a shelf. */
export interface SearchSource {
  readonly shelf: string
  toDocument(id: string, body: Uint8Array): SearchDocument | null
}
