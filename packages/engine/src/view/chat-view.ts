import type { CallId, Chat, EnvironmentChange, Message, MessageId, RunId } from '@stet/history'
import type { Call, WaitingMessage } from '@stet/store'
import type { Compaction } from './compaction.ts'
import type { Draft } from './draft.ts'

/** How a run stands or ended; `interrupted` is what one reads as whose process died. */
export type RunState = 'running' | 'complete' | 'failed' | 'stopped' | 'max-steps' | 'waiting' | 'interrupted'

/** What a page knows of one chat. The same value, whether it was loaded or grew event by event. */
export interface ChatView {
  readonly chat: Chat
  /** The last part of the path, asides after the message they hang on. */
  readonly path: readonly Message[]
  /** Whether the path goes on above `path[0]`. */
  readonly earlier: boolean
  /** For each link in `path` with siblings: all children of its parent that are links, itself included, oldest first. */
  readonly siblings: Readonly<Record<MessageId, readonly MessageId[]>>
  /** The calls of the answers in `path`, and what became of each. */
  readonly calls: Calls
  /** What tools at work last reported, by call, also on branches that are not shown. */
  readonly progress: Readonly<Record<CallId, string>>
  /** Runs at work on this chat, whether they write an answer or run its calls. */
  readonly runs: readonly ActiveRun[]
  /** Answers in the making on this chat, also on branches that are not shown, in the order in which they were begun. */
  readonly drafts: readonly Draft[]
  /** Messages that were sent while a run was at work and have not gone yet, oldest first (R10). */
  readonly waiting: readonly WaitingMessage[]
  /** The directories that the model was told of above `path[0]`. */
  readonly rootsAbove: readonly string[]
  /** What changed about the directories since the model was last told on this path: it goes before the next message (H8). */
  readonly pendingEnvironment: EnvironmentChange | null
  /** Summaries in the making, also for branches that are not shown, and one by hand that failed (C10, C12). */
  readonly compactions: readonly Compaction[]
}

export type Calls = Readonly<Record<CallId, Call>>

export interface ActiveRun {
  readonly runId: RunId
  readonly startedAt: number
  /** The answer that it writes, or whose calls it runs. */
  readonly messageId: MessageId
}

/** In place of a view: what the page holds cannot tell what is shown now. It opens its stream again without a last event id. */
export type Resync = 'resync'
