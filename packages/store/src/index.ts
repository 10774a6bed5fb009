export { blobId } from './blob-id.ts'
export { BLOB_GRACE_MS } from './blob-life.ts'
export type { Database, SearchableStore } from './database.ts'
export { JOURNAL_INTERVAL_MS, type Journal } from './journal.ts'
export { createMemoryDatabase, type MemoryDatabaseOptions } from './memory/memory-store.ts'
export type { Search, SearchDocument, SearchHit, SearchQuery, SearchSource, Snippet } from './search.ts'
export type {
  Blobs,
  Change,
  Check,
  Cursor,
  ListQuery,
  Operation,
  Page,
  Put,
  ReadRow,
  Remove,
  Row,
  Store,
  StoreUsage,
  UnreadableRow,
  Written,
} from './store.ts'
export { BlobMissing, Conflict, StoreError, type StoreErrorKind } from './store-error.ts'
