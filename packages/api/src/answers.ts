import type { SlashCommand } from '@stet/commands'
import type {
  ActiveChats,
  AskedQuestion,
  AttachmentPage,
  Catalog,
  ChatPage,
  DefinitionTest,
  DeletedEntry,
  DeskAnswers,
  DraftState,
  FileEntry,
  FileVersion,
  FoundInChat,
  FoundPage,
  FoundServer,
  ListedPrompt,
  McpAnswers,
  McpOffers,
  McpPromptText,
  McpServerPage,
  McpToolPage,
  ModelList,
  Preset,
  PriceDataState,
  ProviderAnswers,
  ProviderPage,
  ShownMcpServer,
  ShownText,
  StartedSignIn,
  WebSearchAnswers,
  WebSearchSetting,
  WebSearchTest,
  WorkspaceContents,
  WorkspaceEntry,
  WorkspaceView,
} from '@stet/desk'
import type {
  Answering,
  BackgroundJob,
  BranchAnswer,
  Browsed,
  Budget,
  CalledChat,
  ChatId,
  ChatUsage,
  ChatView,
  Cost,
  EarlierPath,
  FilePart,
  FoundMoment,
  Inspection,
  NextBytes,
  OutlinePage,
  PastRequest,
  PathWindow,
  PromptValues,
  RequestDifference,
  RequestPage,
  SummaryFacts,
  TokenCount,
  ToolList,
  Totals,
  UsageReport,
} from '@stet/engine'
import type { StorageUse, Swept } from './storage.ts'

/** What each read answers. The types belong to the engine and the desk, which the definitions do not know. */
export interface ReadAnswers {
  readonly health: { readonly ok: true; readonly version: string }
  /** Null while everything can be changed: neither is the database damaged, nor was its disk full at the start. */
  readonly readOnly: { readonly readOnly: ReadOnlyNotice | null }
  readonly openApi: object
  readonly listChats: ChatPage
  readonly activeChats: ActiveChats
  readonly search: FoundPage
  readonly attachments: AttachmentPage
  readonly draft: DraftState
  readonly saveDraft: DraftState
  readonly storage: StorageUse
  readonly sweep: Swept
  readonly directories: Browsed
  readonly chat: ChatView
  readonly jobs: { readonly jobs: readonly BackgroundJob[] }
  readonly stopJob: { readonly jobs: readonly BackgroundJob[] }
  readonly calledChats: { readonly chats: readonly CalledChat[] }
  readonly earlier: EarlierPath
  readonly around: PathWindow
  readonly outline: OutlinePage
  readonly moment: FoundMoment
  readonly branchAnswer: BranchAnswer
  readonly findInChat: FoundInChat
  readonly inspect: Inspection
  readonly countTokens: TokenCount
  readonly nextBytes: NextBytes
  readonly summaryFacts: SummaryFacts
  readonly answering: Answering
  readonly promptValues: PromptValues
  readonly chatUsage: ChatUsage
  readonly chatCosts: { readonly costs: Readonly<Record<ChatId, Cost>> }
  readonly usage: Totals
  readonly usageReport: UsageReport
  readonly budgets: { readonly budgets: readonly Budget[] }
  readonly chatRequests: RequestPage
  readonly difference: RequestDifference
  readonly request: PastRequest
  readonly mcpServers: McpServerPage
  readonly mcpServer: ShownMcpServer
  readonly mcpTools: McpToolPage
  readonly mcpOffers: McpOffers
  readonly testMcpServer: ShownMcpServer
  readonly stopMcpServer: ShownMcpServer
  readonly startMcpSignIn: StartedSignIn
  readonly finishMcpSignIn: ShownMcpServer
  readonly signOutOfMcpServer: ShownMcpServer
  readonly readMcpResource: { readonly files: readonly FilePart[] }
  readonly completeMcp: { readonly values: readonly string[] }
  readonly getMcpPrompt: McpPromptText
  readonly mcpQuestions: { readonly questions: readonly AskedQuestion[] }
  readonly answerMcpQuestion: object
  readonly webSearch: WebSearchSetting
  readonly testWebSearch: WebSearchTest
  readonly listFiles: { readonly files: readonly FileEntry[] }
  readonly fileAt: FileEntry
  readonly searchFiles: { readonly files: readonly FileEntry[] }
  readonly deletedFiles: { readonly files: readonly DeletedEntry[] }
  readonly fileVersions: { readonly versions: readonly FileVersion[] }
  readonly fileText: ShownText
  readonly tools: ToolList
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
export interface ShownAnswers extends DeskAnswers, ProviderAnswers, McpAnswers, WebSearchAnswers {}

/** Why nothing can be changed, and where the rows that can be read are downloaded. */
export interface ReadOnlyNotice {
  readonly because: string
  /** Where the readable rows can be downloaded; null where the database itself is sound. */
  readonly download: string | null
}
