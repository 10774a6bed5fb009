import type { Chat, ModelFacts } from '@stet/history'
import type { LiveRun } from './live-runs.ts'
import type { RunRow } from './run-row.ts'

/** A run whose row stands. */
export interface StartedRun {
  readonly live: LiveRun
  readonly row: RunRow
  /** The chat as it stood when the run started: its settings are those of the person's act. */
  readonly chat: Chat
  readonly facts: ModelFacts
}
