import type { ChatId } from '@stet/history'
import type { Models } from '@stet/models'
import type { Call, Journal, Store } from '@stet/store'
import type { ChildRuns, Tool, ToolNeed } from '@stet/tools'
import type { Commands } from './command.ts'
import type { LiveCompactions } from './compaction/live-compactions.ts'
import type { Directories } from './directories.ts'
import type { EventHub } from './event-hub.ts'
import type { KeyedLock } from './keyed-lock.ts'
import type { LiveRuns } from './live-runs.ts'
import type { Log } from './log.ts'
import type { Pause } from './pause.ts'
import type { Ledger } from './requests/ledger.ts'
import type { StartedRun } from './started-run.ts'
import type { Tasks } from './tasks.ts'
import type { TokenMemory } from './token-memory.ts'
import type { ToldRoots } from './told-roots.ts'
import type { Toolbox } from './toolbox.ts'

/** What an engine is made from. Nothing of it is global, so that a home may hold several. */
export interface EngineParts {
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
  readonly randomBytes: (count: number) => Uint8Array
  /** This life of the process, by a random id. */
  readonly boot: string
  readonly log: Log
  /** How it waits before it tries a refused write again. */
  readonly pause?: Pause
}

/** What the commands of one engine share. */
export interface EngineRoom extends Required<Omit<EngineParts, 'tools' | 'abilities' | 'directories'>> {
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
