import type { Files } from '@stet/files'
import type { ChatId, WorkspaceId } from '@stet/history'
import type { Models } from '@stet/models'
import type { Call, Journal, Store } from '@stet/store'
import type { ChildRuns, Tool, ToolNeed, ToolSearch } from '@stet/tools'
import type { Toolbox } from './calls/toolbox.ts'
import type { Commands } from './commands/command.ts'
import type { KnownDocuments } from './compaction/known-documents.ts'
import type { KnownMessages } from './compaction/known-messages.ts'
import type { LiveCompactions } from './compaction/live-compactions.ts'
import type { TokenMemory } from './compaction/token-memory.ts'
import type { DeletedChats } from './deletion/deleted-chats.ts'
import type { Deletions } from './deletion/deletions.ts'
import type { EventHub } from './events/event-hub.ts'
import type { WaitingApprovals } from './events/waiting-approvals.ts'
import type { Ledger } from './ledger/ledger.ts'
import type { MessagesAbove } from './record/messages-above.ts'
import type { Outlines } from './record/outlines.ts'
import type { BackgroundJobs } from './run/background-jobs.ts'
import type { LiveRuns, StartedRun } from './run/live/live-runs.ts'
import type { AnnouncedRoots, Directories } from './run/request/environment.ts'
import type { KeyedLock } from './runtime/keyed-lock.ts'
import type { Log } from './runtime/log.ts'
import type { Pause } from './runtime/pause.ts'
import type { Tasks } from './runtime/tasks.ts'

/** The dependencies of an engine. Nothing is global, so that a home may have several. */
export interface EngineDeps {
  /** Opened for the engine's owner. */
  readonly store: Store
  readonly journal: Journal
  readonly models: Models
  /** Default: none. */
  readonly tools?: readonly Tool[]
  /** The files of the workspaces; of this store where it is missing. The desk must share them: changes happen one after another. */
  readonly files?: Files
  /** Tools that a workspace adds at run time, after these. */
  readonly toolsOf?: (workspaceId: WorkspaceId) => Promise<readonly Tool[]>
  /** What tools search; no tool that needs it is offered where it is absent. */
  readonly searchOf?: (workspaceId: WorkspaceId) => ToolSearch
  /** Which needs of tools this home meets. */
  readonly abilities?: readonly ToolNeed[]
  /** Absent where no directories can be exposed. */
  readonly directories?: Directories
  /** Absent where no command can continue after its call. */
  readonly jobs?: Pick<BackgroundJobs, 'stopAll'>
  readonly clock: () => number
  /** Milliseconds that have passed since some moment; unlike the clock it never jumps. The clock where it is missing. */
  readonly elapsed?: () => number
  readonly randomBytes: (count: number) => Uint8Array
  /** Of the user, by its IANA name; that of the process where it is missing. */
  readonly timeZone?: string
  /** A random id of this process. */
  readonly boot: string
  readonly log: Log
  /** How it waits before it retries a refused write. */
  readonly pause?: Pause
}

/** What the commands of one engine share. */
export interface EngineContext
  extends Required<Omit<EngineDeps, 'tools' | 'toolsOf' | 'searchOf' | 'abilities' | 'directories' | 'jobs'>> {
  readonly directories: Directories | null
  readonly announced: AnnouncedRoots
  readonly toolbox: Toolbox
  readonly hub: EventHub
  readonly live: LiveRuns
  readonly approvals: WaitingApprovals
  readonly deletedChats: DeletedChats
  readonly compactions: LiveCompactions
  /** Held while a chat is written and published, so that facts are published in the order of their writes. */
  readonly chats: KeyedLock
  readonly commands: Commands
  readonly tasks: Tasks
  /** Chats whose title is being made: two answers at once ask for one. */
  readonly titling: Set<ChatId>
  readonly tokens: TokenMemory
  readonly messages: KnownMessages
  readonly above: MessagesAbove
  readonly outlines: Outlines
  readonly documents: KnownDocuments
  /** The child runs that a call may start. Passed in, because a child run has calls itself. */
  readonly childRunsOf: (caller: StartedRun, call: Call) => ChildRuns | null
  readonly ledger: Ledger
  readonly deletions: Deletions
  /** Whether every request of the ledger is in a roll-up; false while those are built for the first time. */
  readonly isRolledUp: () => boolean
}
