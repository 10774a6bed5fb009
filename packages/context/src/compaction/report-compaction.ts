import { isCompactionOff, type MessageId } from '@stet/history'
import type { AssembleInput } from '../draft/assemble-input.ts'
import { runSteps } from '../draft/steps.ts'
import { dueInSteps } from './compaction-due.ts'
import type { CompactionPlan, CompactionStage } from './compaction-plan.ts'
import { compactionLimit } from './measure-view.ts'
import { planCompaction } from './plan-compaction.ts'
import { sumsOf } from './weigh-compaction.ts'

/** What automatic compaction has to say before the next request (C10, C12), without the texts that a plan holds. */
export type CompactionReport =
  /** The chat's setting keeps it off, or a checkpoint that was lifted (H6). */
  | { readonly kind: 'off'; readonly by: 'setting' | 'lift' }
  /** The request has no more tokens than it starts at. */
  | { readonly kind: 'not-due'; readonly startsAt: number }
  /** It may wait while that is expected to cost less: both sums, in US dollars (X3). */
  | { readonly kind: 'waiting'; readonly startsAt: number; readonly keep: number; readonly summarise: number }
  /** It is due, but no summary of anything would bring the request below what it starts at, or what fits. */
  | { readonly kind: 'no-summary-helps'; readonly startsAt: number }
  | PlannedCompaction

export interface PlannedCompaction {
  readonly kind: 'planned'
  readonly startsAt: number
  readonly stage: CompactionStage
  /** In words that the user reads. */
  readonly because: string
  /** The messages that the summary would replace in the request, in order. */
  readonly summarised: readonly MessageId[]
  /** Whether the summary that holds now goes into the new one. */
  readonly takesInSummary: boolean
  /** Tokens that the summary is asked to have. */
  readonly summaryTokens: number
  /** Tokens of the request now, and an estimate of those with such a summary. */
  readonly tokens: CompactionPlan['tokens']
}

/** The path must be as long as `planCompaction` wants it where compaction is due, and as `isCompactionDue` wants it where it is not. */
export function reportCompaction(
  input: AssembleInput,
  plan: CompactionPlan | null = planCompaction(input),
): CompactionReport {
  if (!input.settings.compaction.automatic) return { kind: 'off', by: 'setting' }
  if (isCompactionOff(input.path, input.lifts)) return { kind: 'off', by: 'lift' }
  const startsAt = compactionLimit(input)
  if (plan !== null) return toReport(plan, startsAt)
  const { isDue, choice } = runSteps(dueInSteps(input))
  if (isDue) return { kind: 'no-summary-helps', startsAt }
  return choice === null ? { kind: 'not-due', startsAt } : { kind: 'waiting', startsAt, ...sumsOf(choice) }
}

function toReport(plan: CompactionPlan, startsAt: number): PlannedCompaction {
  const { stage, because, earlier, target, tokens } = plan
  const kept = new Set<MessageId | null>(plan.keep)
  const summarised = plan.summarise.flatMap(({ messageId }) =>
    messageId === null || kept.has(messageId) ? [] : [messageId],
  )
  return {
    kind: 'planned',
    startsAt,
    stage,
    because,
    summarised,
    takesInSummary: earlier !== null,
    summaryTokens: target,
    tokens,
  }
}
