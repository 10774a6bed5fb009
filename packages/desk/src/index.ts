export type { DeletedEntry, FileEntry, FileVersion } from '@stet/files'
export type { DefinedType, ModelOverride } from '@stet/history'
export {
  type DefinitionOptions,
  type DefinitionTest,
  defaultDefinitionOptions,
  definitionOptions,
  type FoundServer,
  fileUse,
  ModelError,
  type Preset,
  type TestStep,
} from '@stet/models'
export { BlobTooLarge, type DraftContent, type UnsentMessage } from '@stet/store'
export { type Attachments, createAttachments, type OpenFile, type ShownText } from './attachments/attachments.ts'
export { startFileIndexing } from './attachments/index-files.ts'
export type { AttachmentPage, ListedAttachment } from './attachments/list-attachments.ts'
export { createDesk } from './create-desk.ts'
export type {
  ActiveChats,
  ChatPage,
  Desk,
  DeskAnswers,
  ListedChat,
  ListedPrompt,
  TriedSettings,
  WorkspaceContents,
  WorkspaceEntry,
  WorkspaceView,
} from './desk.ts'
export type { DraftState } from './drafts/drafts.ts'
export { createFileDesk, type FileDesk, type PackedFile } from './files/create-file-desk.ts'
export type { FoundInChat } from './find-in-chat.ts'
export { createMcpDesk } from './mcp/create-mcp-desk.ts'
export type {
  McpAnswers,
  McpDesk,
  McpOffers,
  McpPromptText,
  McpServerForm,
  McpServerPage,
  McpToolPage,
  McpUpstream,
  ShownMcpServer,
  ShownMcpTool,
} from './mcp/mcp-desk.ts'
export type { AskedQuestion } from './mcp/questions.ts'
export type { HttpReach, StartedSignIn } from './mcp/sign-ins.ts'
export { findForbiddenHost } from './providers/check-address.ts'
export { createProviders } from './providers/create-providers.ts'
export type {
  Catalog,
  CatalogState,
  ListedModel,
  ListedProvider,
  ModelList,
  PriceDataState,
  ProviderAnswers,
  ProviderForm,
  ProviderPage,
  Providers,
  ShownProvider,
} from './providers/providers.ts'
export type { Sealer, Upstream } from './providers/providers-deps.ts'
export { type Found, type FoundPage, toolSearchOf } from './search.ts'
export { createWebSearchDesk } from './web-search/create-web-search-desk.ts'
export type { WebSearchAnswers, WebSearchDesk, WebSearchSetting, WebSearchTest } from './web-search/web-search-desk.ts'
