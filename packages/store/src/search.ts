/** What a row offers to the search: its text, and where a hit leads. */
export interface SearchDocument {
  readonly text: string
  /** The group a hit is shown under: for a message, its chat. */
  readonly group: string
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
  /** What the person typed, unfinished last word included. Any text at all is safe. */
  readonly text: string
  readonly limit: number
  /** Continue with hits older than this order. */
  readonly before?: number
}

/** Newest first. */
export interface Search {
  find(query: SearchQuery): Promise<readonly SearchHit[]>
}

/** Decides what of a shelf can be found. */
export interface SearchSource {
  readonly shelf: string
  toDocument(id: string, body: Uint8Array): SearchDocument | null
}
