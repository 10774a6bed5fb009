import type { ChatId } from '@stet/history'
import type { Models } from '@stet/models'
import type { Call, Journal, Store } from '@stet/store'
import type { ChildRuns, Tool, ToolNeed } from '@stet/tools'
import type { Toolbox } from './calls/toolbox.ts'
import type { Commands } from './commands/command.ts'
import type { LiveCompactions } from './compaction/live-compactions.ts'
import type { TokenMemory } from './compaction/token-memory.ts'
import type { EventHub } from './events/event-hub.ts'
import type { Ledger } from './ledger/ledger.ts'
import type { Directories, ToldRoots } from './run/environment.ts'
import type { LiveRuns, StartedRun } from './run/live-runs.ts'
import type { KeyedLock } from './runtime/keyed-lock.ts'
import type { Log } from './runtime/log.ts'
import type { Pause } from './runtime/pause.ts'
import type { Tasks } from './runtime/tasks.ts'

/** What an engine is made from. Nothing of it is global, so that a home may hold several. */
export interface EngineDeps {
  /** Opened for the engine's one owner. */
  readonly store: Store
  readonly journal: Journal
  readonly models: Models
  /** What the models of this home may do; nothing without. */
  readonly tools?: readonly Tool[]
  /** What the home has that not every home has. */
  readonly abilities?: readonly ToolNeed[]
  /** Where directories can be exposed; nowhere without. */
  readonly directories?: Directories
  readonly clock: () => number
  /** Milliseconds that have passed since some moment; unlike the clock it never jumps. The clock where it is missing. */
  readonly elapsed?: () => number
  readonly randomBytes: (count: number) => Uint8Array
  /** This life of the process, by a random id. */
  readonly boot: string
  readonly log: Log
  /** How it waits before it tries a refused write again. */
  readonly pause?: Pause
}

/** What the commands of one engine share. */
export interface EngineContext extends Required<Omit<EngineDeps, 'tools' | 'abilities' | 'directories'>> {
  readonly directories: Directories | null
  readonly told: ToldRoots
  readonly toolbox: Toolbox
  readonly hub: EventHub
  readonly live: LiveRuns
  readonly compactions: LiveCompactions
  /** Whatever writes to a chat holds it, so that facts are published in the order of their writes. */
  readonly chats: KeyedLock
  readonly commands: Commands
  readonly tasks: Tasks
  /** Chats whose title is being made: two answers at once ask for one. */
  readonly titling: Set<ChatId>
  readonly tokens: TokenMemory
  /** What a call may have run in chats of its own. Handed in, because such a run has calls itself. */
  readonly childRunsOf: (caller: StartedRun, call: Call) => ChildRuns | null
  readonly ledger: Ledger
}
