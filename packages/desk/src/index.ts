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
  type ProviderType,
  type TestedStep,
  type TestStep,
} from '@stet/models'
export { BlobTooLarge } from '@stet/store'
export { type Attachments, createAttachments, type OpenFile } from './attachments/attachments.ts'
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
export { createFileDesk, type FileDesk, type PackedFile } from './files/create-file-desk.ts'
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
export type { Found, FoundPage } from './search.ts'
