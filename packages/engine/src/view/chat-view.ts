import type { CallId, Chat, EnvironmentChange, Message, MessageId, RunId, Todo } from '@stet/history'
import type { Call, WaitingMessage } from '@stet/store'
import type { Compaction } from './compaction.ts'
import type { Draft } from './draft.ts'
import type { Question } from './question.ts'

/** The state of a run; `interrupted`: its process died. */
export type RunState = 'running' | 'complete' | 'failed' | 'stopped' | 'max-steps' | 'waiting' | 'interrupted'

/** What a page knows of one chat: the same value whether it was loaded or reduced from events. */
export interface ChatView {
  readonly chat: Chat
  /** The last part of the path, asides after their message. */
  readonly path: readonly Message[]
  /** Whether the path has more above `path[0]`. */
  readonly earlier: boolean
  /** For each link in `path` with siblings: all children of its parent that are links, itself included, oldest first. */
  readonly siblings: Readonly<Record<MessageId, readonly MessageId[]>>
  /** The calls of the answers in `path`, and their states. */
  readonly calls: Calls
  /** What running tools last reported, by call, also on branches that are not shown. */
  readonly progress: Readonly<Record<CallId, string>>
  /** Runs of this chat that write an answer or run its calls. */
  readonly runs: readonly ActiveRun[]
  /** Answers being written in this chat, also on branches that are not shown, in the order of their start. */
  readonly drafts: readonly Draft[]
  /** Messages that wait for a run, oldest first (R10). */
  readonly waiting: readonly WaitingMessage[]
  /** The directories that were announced to the model above `path[0]`. */
  readonly rootsAbove: readonly string[]
  /** The to-do list as it was at `path[0]`; empty for none. A newer one is in `path` (T9). */
  readonly todosAbove: readonly Todo[]
  /** Changed directories that are not announced yet on this path: announced before the next message (H8). */
  readonly pendingEnvironment: EnvironmentChange | null
  /** Summaries being made, also for branches that are not shown, and a failed one that the user asked for (C10, C12). */
  readonly compactions: readonly Compaction[]
  /** What runs wait to be answered, also on branches that are not shown; one further up than the end of its path no longer matters. */
  readonly questions: readonly Question[]
}

export type Calls = Readonly<Record<CallId, Call>>

export interface ActiveRun {
  readonly runId: RunId
  readonly startedAt: number
  /** The answer that it writes, or whose calls it runs. */
  readonly messageId: MessageId
}

/** In place of a view: the page cannot know what is shown now. It reopens its stream without a last event id. */
export type Resync = 'resync'
