import type { CommandOf, MCP_COMMANDS, RunsOf } from '@stet/commands'
import type { Commands, Log } from '@stet/engine'
import type { CallId, ChatId, FilePart, Json, McpServerId, WorkspaceId } from '@stet/history'
import type { McpReach, McpServerRecord, Operation, Store } from '@stet/store'
import type {
  McpChallenge,
  McpClientGiven,
  McpCompletion,
  McpConnection,
  McpPrompt,
  McpReply,
  McpResource,
  McpSignInStart,
  McpStatus,
  McpTemplate,
  Tool,
} from '@stet/tools'
import type { Attachments } from '../attachments/attachments.ts'
import type { Sealer } from '../providers/providers-deps.ts'
import type { AskedQuestion, Questions } from './questions.ts'
import type { HttpReach, McpCredentialsPort, ReturnedSignIn, ShownSignIn, SignIns, StartedSignIn } from './sign-ins.ts'

/** The MCP servers of workspaces: which there are, what they offer, and their tools (T10). */
export interface McpDesk extends RunsOf<typeof MCP_COMMANDS, McpAnswers> {
  servers(workspaceId: WorkspaceId): Promise<McpServerPage>
  server(serverId: McpServerId): Promise<ShownMcpServer>
  /** Tools of a server whose name, title or description holds the text. */
  tools(serverId: McpServerId, query: McpToolsQuery): Promise<McpToolPage>
  /** What else it offers, as last listed. */
  offers(serverId: McpServerId): Promise<McpOffers>
  /** Starts it now and asks what it offers. A failure is part of the answer. */
  test(serverId: McpServerId): Promise<ShownMcpServer>
  stop(serverId: McpServerId): Promise<ShownMcpServer>
  /** Where the browser has to go to sign in at a server. `origin` is where Stet is reached. */
  startSignIn(serverId: McpServerId, origin: string, client: McpClientGiven | null): Promise<StartedSignIn>
  /** What the browser brought back. A refusal is part of the answer. */
  finishSignIn(returned: ReturnedSignIn): Promise<ShownMcpServer>
  signOut(serverId: McpServerId): Promise<ShownMcpServer>
  /** A resource as files that a message can have. */
  resource(serverId: McpServerId, uri: string): Promise<readonly FilePart[]>
  /** Values that the server suggests for what the user fills in. */
  complete(serverId: McpServerId, completion: McpCompletion): Promise<readonly string[]>
  /** A prompt as a text that the user can change before it is sent. */
  prompt(serverId: McpServerId, name: string, given: Readonly<Record<string, string>>): Promise<McpPromptText>
  /** What servers ask the user in calls of a chat. */
  questions(chatId: ChatId): Promise<readonly AskedQuestion[]>
  /** Answers one of them; refused where nobody asks any more. */
  answerQuestion(chatId: ChatId, callId: CallId, reply: McpReply): Promise<void>
  /** Tools of a workspace's servers, for the engine. Those that cannot be offered say why. */
  toolsOf(workspaceId: WorkspaceId): Promise<readonly Tool[]>
  /** What deletes the servers of a workspace with it. */
  removalsOf(workspaceId: WorkspaceId): Promise<readonly Operation[]>
  /** Ends every connection. */
  close(): Promise<void>
}

/** What those commands answer that answer more than is stored. */
export interface McpAnswers {
  readonly addMcpServer: ShownMcpServer
  readonly importMcpServers: { readonly servers: readonly ShownMcpServer[] }
  readonly changeMcpServer: ShownMcpServer
}

export type McpCommand<Name extends keyof typeof MCP_COMMANDS> = CommandOf<(typeof MCP_COMMANDS)[Name]>
export type McpServerForm = McpCommand<'addMcpServer'>['form']

export interface McpServerPage {
  readonly servers: readonly ShownMcpServer[]
  readonly unreadable: readonly { readonly id: string; readonly because: string }[]
  /** Whether this home can start programs. */
  readonly startsPrograms: boolean
}

/** A server without its secrets, which are never shown again. */
export interface ShownMcpServer
  extends Pick<McpServerRecord, 'id' | 'workspaceId' | 'name' | 'enabled' | 'reach' | 'secretNames'> {
  /** A sentence when values are stored and cannot be opened: they must be entered again. */
  readonly secretsTrouble: string | null
  readonly signIn: ShownSignIn
  readonly status: McpStatus
  /** The end of what the program wrote to its standard error. */
  readonly stderr: string
  /** Null until it was first asked. */
  readonly listed: {
    readonly at: number
    readonly server: { readonly name: string; readonly version: string }
    readonly tools: number
    readonly resources: number
    readonly templates: number
    readonly prompts: number
    /** What it says about using its tools. It is part of the system prompt only while `approved`. */
    readonly instructions: {
      readonly text: string
      readonly tokens: number
      readonly state: 'approved' | 'changed' | 'new'
      readonly comparison: Comparison | null
    } | null
    /** Tools that changed, or were added, since the user approved the others. */
    readonly unapproved: number
  } | null
}

export interface McpToolsQuery {
  readonly text: string
  readonly limit: number
  /** How many to skip. */
  readonly after: number
}

export interface McpToolPage {
  readonly tools: readonly ShownMcpTool[]
  /** How many the text finds. */
  readonly found: number
  readonly next: number | null
}

export interface ShownMcpTool {
  readonly name: string
  /** What models know it by. */
  readonly calledAs: string
  readonly title: string | null
  readonly description: string
  readonly input: Json
  /** What its declaration costs in every request, roughly. */
  readonly tokens: number
  /** Names this description and schema in an approval. */
  readonly hash: string
  readonly state: 'approved' | 'changed' | 'new'
  /** With what the user approved; null where nothing changed, or that is not known any more. */
  readonly comparison: Comparison | null
}

/** What was approved and what is there now, as a patch in the unified format. */
export interface Comparison {
  readonly patch: string
}

export interface McpOffers {
  readonly resources: readonly McpResource[]
  readonly templates: readonly McpTemplate[]
  /** Whether it suggests values for what the user fills in. */
  readonly completes: boolean
  readonly prompts: readonly McpPrompt[]
}

export interface McpPromptText {
  readonly text: string
  readonly files: readonly FilePart[]
}

/** How a home reaches a server. Throws `McpError`. */
export interface McpUpstream {
  /** False in a browser. */
  readonly startsPrograms: boolean
  connect(reach: McpReach, options: McpConnectOptions): Promise<McpConnection>
  startSignIn(reach: HttpReach, options: McpSignInOptions): Promise<McpSignInStart>
  /** Asks the authorization server to take the saved tokens no more, where it offers that. */
  revokeTokens(reach: HttpReach, credentials: McpCredentialsPort): Promise<void>
}

export interface McpSignInOptions {
  readonly credentials: McpCredentialsPort
  /** Where the browser is sent back to. */
  readonly redirectUrl: string
  readonly state: string
  readonly given: McpClientGiven | null
  readonly challenge: McpChallenge | null
}

export interface McpConnectOptions {
  readonly secrets: Readonly<Record<string, string>>
  readonly credentials: McpCredentialsPort
  /** The server wants the user to sign in. */
  readonly onNeeded: (challenge: McpChallenge) => void
  readonly signal: AbortSignal
  readonly onChanged: () => void
  readonly onTrouble: (because: string) => void
  /** What a program writes to its standard error. */
  readonly onStderr: (text: string) => void
}

export interface McpDeskDeps {
  readonly store: Store
  readonly clock: () => number
  readonly randomBytes: (count: number) => Uint8Array
  readonly sealer: Sealer
  readonly upstream: McpUpstream
  /** Stores resources as files of messages. */
  readonly attachments: Pick<Attachments, 'receive'>
  /** Called with a chat when what servers ask in it changed. */
  readonly onAsked: (chatId: ChatId) => void
  /** The names of Stet's own tools. */
  readonly builtIn: readonly string[]
  readonly log: Log
}

export interface McpContext extends McpDeskDeps {
  readonly commands: Commands
  readonly asked: Questions
  readonly signIns: SignIns
}
