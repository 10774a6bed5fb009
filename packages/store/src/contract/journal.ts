/**
 * Text that is still streaming, so that kill -9 loses at most the last quarter second of it. Appending never waits:
 * entries are kept in memory and committed together, one commit for any number of streams.
 */
export interface Journal {
  /** An entry is a piece of well-formed text: there are thousands a second, and they become bytes when they are committed. */
  append(stream: string, entry: string): void
  /** Commits waiting entries. Rejects when that failed; they are kept for the next try. */
  flush(): Promise<void>
  /** The committed entries of a stream, oldest first, as bytes: a reader must handle damage. */
  read(stream: string): Promise<readonly Uint8Array[]>
  /** Streams that have entries: after a crash, the interrupted answers. */
  streams(): Promise<readonly string[]>
  /** Drops streams whose text is now in the store. */
  drop(streams: readonly string[]): Promise<void>
  close(): Promise<void>
}

export const JOURNAL_INTERVAL_MS = 250
