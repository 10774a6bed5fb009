export { blobId } from './blob-id.ts'
export { BLOB_GRACE_MS } from './blob-life.ts'
export type { Database, SearchableStore } from './database.ts'
export { openMemoryJournal } from './journal/memory-journal.ts'
export { JOURNAL_INTERVAL_MS, type Journal } from './journal.ts'
export { createMemoryDatabase, type MemoryDatabaseOptions } from './memory/memory-store.ts'
export {
  CALLS_SHELF,
  type Call,
  type CallState,
  fromCallRow,
  type SettledState,
  type ShownCall,
  toCallPut,
} from './records/calls.ts'
export {
  CATALOGS_SHELF,
  type CatalogModel,
  type CatalogRecord,
  fromCatalogRow,
  toCatalogPut,
} from './records/catalogs.ts'
export { CHATS_SHELF, calledRef, chatList, fromChatRow, toChatPut } from './records/chats.ts'
export type { UnreadableRecord } from './records/codec.ts'
export { COMMANDS_SHELF, type CommandRecord, fromCommandRow, toCommandPut } from './records/commands.ts'
export {
  CREDENTIALS_SHELF,
  type CredentialsRecord,
  decodeCredentials,
  encodeCredentials,
  toCredentialsPut,
} from './records/credentials.ts'
export { listRows } from './records/list-rows.ts'
export { messageSearchSource } from './records/message-search-source.ts'
export { environmentRef, fromMessageRow, MESSAGES_SHELF, toMessagePut, underRef } from './records/messages.ts'
export {
  fromPriceDataRow,
  PRICE_DATA_ID,
  PRICE_DATA_SHELF,
  type PriceDataRecord,
  toPriceDataPut,
} from './records/price-data.ts'
export {
  fromProviderRow,
  type OverrideRecord,
  PROVIDERS_SHELF,
  type PricesRecord,
  type ProviderRecord,
  toProviderPut,
} from './records/providers.ts'
export { readChildren, readManyChildren, readManySiblingIds, readSiblingIds } from './records/read-children.ts'
export { readNewestLeaf } from './records/read-newest-leaf.ts'
export { type PathStep, readPath, readPathBackwards } from './records/read-path.ts'
export {
  baseRef,
  belowRef,
  chatRef,
  dayRef,
  fromRequestRow,
  messageRef,
  modelRef,
  type PriceListRecord,
  REQUESTS_SHELF,
  type RequestManifest,
  type RequestRecord,
  toRequestPut,
  workspaceRef,
} from './records/requests.ts'
export { fromRunRow, processRef, RUNS_SHELF, type Run, type RunState, toRunPut } from './records/runs.ts'
export { fromWaitingRow, toWaitingPut, WAITING_SHELF, type WaitingMessage } from './records/waiting.ts'
export { fromWorkspaceRow, toWorkspacePut, WORKSPACES_SHELF, type Workspace } from './records/workspaces.ts'
export { fromKeyText, KeyTextError, makeKey, toKeyText } from './sealing/key-text.ts'
export { isSealed } from './sealing/ring-rows.ts'
export type { Rotation } from './sealing/rotate-key.ts'
export { BrokenSeal, openBytes, sealBytes } from './sealing/seal-bytes.ts'
export { type SealKey, toSealKey } from './sealing/seal-key.ts'
export { createSealedDatabase, type SealedDatabase } from './sealing/sealed-database.ts'
export type { SealingOptions } from './sealing/sealed-owner.ts'
export { openSealedStore, type SealedStore } from './sealing/sealed-store.ts'
export { makeSnippet } from './search/make-snippet.ts'
export { type TermQuery, toSearchQuery } from './search/to-search-query.ts'
export { SEARCH_TERMS_VERSION, toSearchTerms } from './search/to-search-terms.ts'
export type { Search, SearchDocument, SearchHit, SearchQuery, SearchSource, Snippet } from './search.ts'
export type {
  Blobs,
  Change,
  Check,
  Cursor,
  HeadPage,
  ListQuery,
  Operation,
  Page,
  Put,
  ReadRow,
  Remove,
  Row,
  RowHead,
  Store,
  StoreUsage,
  UnreadableRow,
  Written,
} from './store.ts'
export { BlobMissing, Conflict, StoreError, type StoreErrorKind } from './store-error.ts'
