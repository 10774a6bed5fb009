import type { CompactionStage } from '@stet/context'
import type { Id, MessageId, RunId } from '@stet/history'
import type { DraftRetry } from './draft.ts'

export type CompactionId = Id<'cmp'>

/** A summary in the making, as a page shows it; or one that a person asked for and that failed. */
export interface Compaction {
  readonly id: CompactionId
  readonly by: { readonly kind: 'run'; readonly runId: RunId } | { readonly kind: 'person' }
  readonly startedAt: number
  /** How far it goes (C10). */
  readonly stage: CompactionStage
  /** Why, and what it does, in words that a person reads. */
  readonly because: string
  /** How many messages it is made of. */
  readonly messages: number
  /** The message that it will hang on, and that it stands for with all before it. */
  readonly coversThrough: MessageId
  /** Which of its requests is at work: what is too long for one is summarised part by part. */
  readonly chunk: CompactionChunk
  /** Set while the provider refused and another attempt follows by itself (R8). */
  readonly retry: DraftRetry | null
  /** One that failed stays only where a person asked for it: until the next one starts, or the person dismisses it. */
  readonly state: 'working' | 'failed'
  /** Why it failed, in words that a person reads. */
  readonly trouble: string | null
}

/** From 1. */
export interface CompactionChunk {
  readonly number: number
  readonly of: number
}
