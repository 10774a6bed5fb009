import type { CumulativeSpending, MessageId, ModelChoice, Spending, WorkspaceId } from '@stet/history'
import type { Totals } from './totals.ts'

/** What was spent in a chat (U2). */
export interface ChatUsage {
  /** Every request of the chat and of the chats that it called, whatever became of its messages. */
  readonly chat: Totals
  /** The shown path, with what was deleted from it, and what a fork brought along. */
  readonly branch: CumulativeSpending
  /** What each message of the part of the path that a page first sees spent. */
  readonly messages: Readonly<Record<MessageId, Spending>>
}

export type TotalsQuery =
  | { readonly by: 'workspace'; readonly workspaceId: WorkspaceId }
  /** In UTC, as `2026-11-15`. */
  | { readonly by: 'day'; readonly day: string }
  | { readonly by: 'model'; readonly model: ModelChoice }
