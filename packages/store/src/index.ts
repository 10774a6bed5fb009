export { blobId } from './contract/blobs.ts'
export type { Journal } from './contract/journal.ts'
export type {
  Change,
  Check,
  Cursor,
  Database,
  HeadPage,
  ListQuery,
  NewBlob,
  Operation,
  Put,
  ReadRow,
  RowHead,
  Search,
  SearchableStore,
  SearchHit,
  SearchState,
  Store,
  Written,
} from './contract/store.ts'
export { BlobMissing, Conflict, StoreError, type StoreErrorKind } from './contract/store-error.ts'
export { BlobTooLarge, readRange, receiveBlob, sizeOf } from './contract/stream-blobs.ts'
export { takeTurns } from './contract/take-turns.ts'
export { openMemoryJournal } from './memory/memory-journal.ts'
export { createMemoryDatabase } from './memory/memory-store.ts'
export {
  ATTACHMENTS_SHELF,
  type AttachmentRecord,
  FILE_INDEX_ID,
  FILE_INDEX_SHELF,
  type FileIndexNote,
  forgetGoneAttachments,
  fromAttachmentRow,
  fromFileIndexRow,
  toAttachmentPut,
  toFileIndexPut,
} from './records/attachments.ts'
export {
  APPROVAL_REF,
  CALLS_SHELF,
  type Call,
  type CallState,
  fromCallRow,
  type SettledState,
  type ShownCall,
  toCallPut,
} from './records/calls.ts'
export {
  CHATS_SHELF,
  calledRef,
  chatList,
  chatSearchSource,
  DELETED_REF,
  fromChatRow,
  toChatPut,
} from './records/chats.ts'
export { COMMANDS_SHELF, expireCommands, fromCommandRow, toCommandPut } from './records/commands.ts'
export {
  DELETIONS_LIST,
  DELETIONS_SHELF,
  type Deletion,
  fromDeletionRow,
  toDeletionEnd,
  toDeletionPut,
} from './records/deletions.ts'
export {
  DRAFTS_SHELF,
  type DraftContent,
  draftRef,
  expireDrafts,
  fromDraftRow,
  isExpiredDraft,
  type StoredDraft,
  toDraftPut,
  type UnsentMessage,
} from './records/drafts.ts'
export { chatFacet, monthsBetween } from './records/facets.ts'
export {
  deletedFiles,
  FILE_VERSIONS_SHELF,
  FILES_SHELF,
  type FileAuthor,
  type FileHead,
  type FileRecord,
  type FileVersionRecord,
  fileNameRef,
  filesOfRef,
  fromFileRow,
  fromFileVersionRow,
  toFilePut,
  toFileVersionPut,
  toFileVersionRemove,
  versionId,
} from './records/files.ts'
export { LARGE_RESULT, withLargeResults } from './records/large-results.ts'
export {
  decodeMcpSecrets,
  decodeMcpSignIn,
  encodeMcpSecrets,
  encodeMcpSignIn,
  fromMcpCatalogRow,
  fromMcpServerRow,
  MCP_CATALOGS_SHELF,
  MCP_SECRETS_SHELF,
  MCP_SERVERS_SHELF,
  MCP_TOKENS_SHELF,
  type McpCatalogRecord,
  type McpReach,
  type McpSecrets,
  type McpServerRecord,
  toMcpCatalogPut,
  toMcpSecretsPut,
  toMcpServerPut,
  toMcpSignInPut,
} from './records/mcp-servers.ts'
export {
  environmentRef,
  filesRef,
  fromMessageRow,
  MESSAGES_SHELF,
  messageSearchSource,
  todosRef,
  toMessageId,
  toMessagePut,
  toMessageRefs,
  underRef,
} from './records/messages.ts'
export { fromPromptRow, PROMPTS_SHELF, type StoredPrompt, toPromptPut } from './records/prompts.ts'
export { CATALOGS_SHELF, type CatalogRecord, fromCatalogRow, toCatalogPut } from './records/providers/catalogs.ts'
export {
  CREDENTIALS_SHELF,
  decodeCredentials,
  encodeCredentials,
  toCredentialsPut,
} from './records/providers/credentials.ts'
export {
  fromPriceDataRow,
  PRICE_DATA_ID,
  PRICE_DATA_SHELF,
  type PriceDataRecord,
  toPriceDataPut,
} from './records/providers/price-data.ts'
export { fromProviderRow, PROVIDERS_SHELF, type ProviderRecord, toProviderPut } from './records/providers/providers.ts'
export { listRows } from './records/reads/list-rows.ts'
export { bytesOf, createNewestMessages, type NewestMessages } from './records/reads/newest-messages.ts'
export { parentOf } from './records/reads/parent-of.ts'
export { readChildren, readManyChildren, readManySiblingIds, readSiblingIds } from './records/reads/read-children.ts'
export {
  findAbove,
  type PathLimits,
  type PathStep,
  readNewestLeaf,
  readPath,
  readPathBackwards,
} from './records/reads/read-path.ts'
export {
  baseRef,
  belowRef,
  chatRef,
  dayRef,
  fromRequestRow,
  messageRef,
  modelRef,
  REQUESTS_SHELF,
  type RequestManifest,
  type RequestRecord,
  type SentBlocks,
  toRequestPut,
  workspaceRef,
} from './records/requests.ts'
export {
  type ComparedSums,
  fromRollUpRow,
  type LayerSavings,
  ROLL_UP_GENERATION,
  ROLL_UPS_SHELF,
  type RollUp,
  type RollUpKey,
  type RollUpQuery,
  type RollUpSource,
  readRollUps,
  rollUpId,
  rollUpList,
  toDayNumber,
  toRollUpKey,
  toRollUpPut,
} from './records/roll-ups.ts'
export {
  asksRef,
  type BudgetQuestion,
  type FailedSummaryNote,
  fromRunRow,
  processRef,
  RUNS_SHELF,
  type Run,
  type RunQuestion,
  type SummaryQuestion,
  toRunPut,
} from './records/runs.ts'
export type { UnreadableRecord } from './records/schemas/codec.ts'
export { markOlderTodos } from './records/upgrades/mark-older-todos.ts'
export { fromWaitingRow, toWaitingPut, WAITING_SHELF, type WaitingMessage } from './records/waiting.ts'
export {
  fromWebSearchRow,
  toWebSearchKeyPut,
  toWebSearchPut,
  WEB_SEARCH_ID,
  WEB_SEARCH_KEYS_SHELF,
  WEB_SEARCH_SHELF,
  type WebSearchRecord,
} from './records/web-search.ts'
export {
  fromWorkspaceRow,
  newWorkspace,
  toWorkspacePut,
  WORKSPACES_SHELF,
  type Workspace,
} from './records/workspaces.ts'
export { BrokenSeal, openBytes, sealBytes } from './sealing/seal-bytes.ts'
export { fromKeyText, KeyTextError, keyedHash, makeKey, toKeyText, toSealKey } from './sealing/seal-key.ts'
export { createSealedDatabase, openSealedStore } from './sealing/sealed-store.ts'
export { toSearchTerms } from './search/search-terms.ts'
