import type { SlashCommand } from '@stet/commands'
import type {
  ActiveChats,
  Catalog,
  ChatPage,
  DefinitionTest,
  DeletedEntry,
  DeskAnswers,
  FileEntry,
  FileVersion,
  FoundPage,
  FoundServer,
  ListedPrompt,
  ModelList,
  Preset,
  PriceDataState,
  ProviderAnswers,
  ProviderPage,
  WorkspaceContents,
  WorkspaceEntry,
  WorkspaceView,
} from '@stet/desk'
import type {
  Answering,
  ChatId,
  ChatUsage,
  ChatView,
  Cost,
  EarlierPath,
  Inspection,
  PastRequest,
  PromptValues,
  TokenCount,
  ToolFacts,
  Totals,
} from '@stet/engine'
import type { StorageUse, Swept } from './storage.ts'

/** What each read answers. The types belong to the engine and the desk, which the definitions do not know. */
export interface ReadAnswers {
  /** `readOnly` is there while nothing can be changed: the database is damaged, or its disk was full at the start. */
  readonly health: { readonly ok: true; readonly version: string; readonly readOnly?: ReadOnlyNotice }
  readonly openApi: object
  readonly listChats: ChatPage
  readonly activeChats: ActiveChats
  readonly search: FoundPage
  readonly storage: StorageUse
  readonly sweep: Swept
  readonly chat: ChatView
  readonly earlier: EarlierPath
  readonly inspect: Inspection
  readonly countTokens: TokenCount
  readonly answering: Answering
  readonly promptValues: PromptValues
  readonly chatUsage: ChatUsage
  readonly chatCosts: { readonly costs: Readonly<Record<ChatId, Cost>> }
  readonly usage: Totals
  readonly request: PastRequest
  readonly listFiles: { readonly files: readonly FileEntry[] }
  readonly fileAt: FileEntry
  readonly searchFiles: { readonly files: readonly FileEntry[] }
  readonly deletedFiles: { readonly files: readonly DeletedEntry[] }
  readonly fileVersions: { readonly versions: readonly FileVersion[] }
  readonly tools: { readonly tools: readonly ToolFacts[] }
  readonly workspace: WorkspaceView
  readonly workspaces: { readonly workspaces: readonly WorkspaceEntry[] }
  readonly workspaceOf: WorkspaceView
  readonly workspaceContents: WorkspaceContents
  readonly workspacePromptValues: PromptValues
  readonly inspectWorkspace: Inspection
  readonly prompts: { readonly prompts: readonly ListedPrompt[] }
  readonly slashCommands: { readonly commands: readonly SlashCommand[] }
  readonly presets: { readonly presets: readonly Preset[] }
  readonly providers: ProviderPage
  readonly models: ModelList
  readonly discoverModels: Catalog
  readonly setWindow: Catalog
  readonly testProvider: DefinitionTest
  readonly testKeptProvider: DefinitionTest
  readonly findLocalServers: { readonly servers: readonly FoundServer[] }
  readonly refreshPrices: PriceDataState
}

/** What those commands answer that answer more than is stored. */
export interface ShownAnswers extends DeskAnswers, ProviderAnswers {}

/** Why nothing can be changed, and where the rows that can be read are downloaded. */
export interface ReadOnlyNotice {
  readonly because: string
  /** Where the readable rows can be downloaded; null where the database itself is sound. */
  readonly download: string | null
}
