import type { Chat, ModelFacts, RunId } from '@stet/history'
import type { LiveRun } from './live-runs.ts'
import type { RunRow } from './run-row.ts'

/** A run whose row stands. */
export interface StartedRun {
  readonly live: LiveRun
  readonly row: RunRow
  /** The chat as it stood when the run started: its settings are those of the person's act. */
  readonly chat: Chat
  readonly facts: ModelFacts
  /** The runs whose waiting messages it takes: itself, and one before it that ended at the answer with which it goes on (R10). */
  readonly takesFor: ReadonlySet<RunId>
}
