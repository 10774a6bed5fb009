import type { CompactionStage } from '@stet/context'
import type { Id, MessageId, RunId } from '@stet/history'
import type { DraftRetry } from './draft.ts'

export type CompactionId = Id<'cmp'>

/** A summary being made, as a page shows it; or a failed one that the user asked for. */
export interface Compaction {
  readonly id: CompactionId
  readonly by: { readonly kind: 'run'; readonly runId: RunId } | { readonly kind: 'person' }
  readonly startedAt: number
  /** How far it goes (C10). */
  readonly stage: CompactionStage
  /** Why, and what it does; shown to the user. */
  readonly because: string
  /** How many messages it summarises. */
  readonly messages: number
  /** The last message that it replaces, and its parent. */
  readonly coversThrough: MessageId
  /** Which of its requests is running: a text too long for one request is summarised chunk by chunk. */
  readonly chunk: CompactionChunk
  /** Set while the provider refused and another attempt follows (R8). */
  readonly retry: DraftRetry | null
  /** A failed one stays only if the user asked for it: until the next one starts, or the user dismisses it. */
  readonly state: 'working' | 'failed'
  /** Why it failed; shown to the user. */
  readonly trouble: string | null
}

/** From 1. */
export interface CompactionChunk {
  readonly number: number
  readonly of: number
}
