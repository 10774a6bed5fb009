import fc from 'fast-check'
import type { CompactionPlan } from '../compaction/compaction-plan.ts'
import { planCompaction } from '../compaction/plan-compaction.ts'
import { withSummary } from '../compaction/with-summary.ts'
import type { AssembleInput } from '../draft/assemble-input.ts'
import { createTokenCounts } from '../tokens/token-counts.ts'
import { assembleInputs } from './assemble-inputs.ts'

/** Any chat with any settings, automatic compaction switched on, mostly larger than its budget. */
export function compactedInputs(): fc.Arbitrary<AssembleInput> {
  return fc
    .record({
      input: assembleInputs(),
      maxPromptTokens: fc.oneof(fc.integer({ min: 300, max: 1200 }), fc.integer({ min: 300, max: 40_000 })),
      startAt: fc.oneof(fc.constant(1), fc.double({ min: 0.3, max: 1, noNaN: true })),
      counts: fc.constantFrom('given', 'estimated'),
    })
    .map(({ input, maxPromptTokens, startAt, counts }) => ({
      ...input,
      lifts: input.lifts.map(lift => ({ ...lift, automaticCompaction: 'on' as const })),
      settings: {
        ...input.settings,
        maxPromptTokens,
        compaction: { automatic: true, startAt, wait: false, model: null, length: null, facts: 1500 },
      },
      tokens: counts === 'given' ? input.tokens : createTokenCounts(),
    }))
}

export interface PlannedInput {
  readonly input: AssembleInput
  readonly plan: CompactionPlan
}

/** Inputs that there is a plan for. */
export function plannedInputs(by: 'itself' | 'hand' | 'either'): fc.Arbitrary<PlannedInput> {
  return fc
    .tuple(compactedInputs(), by === 'either' ? fc.boolean() : fc.constant(by === 'hand'))
    .map(([input, byHand]) => ({ input, plan: planCompaction(input, { byHand }) }))
    .filter((made): made is PlannedInput => made.plan !== null)
}

/** The input of the next request once the plan's summary is on the path. */
export function appliedPlan(input: AssembleInput, { coversThrough }: CompactionPlan, text: string): AssembleInput {
  const at = input.path.findIndex(message => message.id === coversThrough)
  const path = withSummary(input.path, at).map(message =>
    message.role === 'summary' && message.parts.length === 0 && message.coversThrough === coversThrough
      ? { ...message, id: 'msg_made' as const, parts: [{ kind: 'text' as const, text }] }
      : message,
  )
  return { ...input, path }
}

/** A text of words with at most that many tokens, and hardly fewer. */
export function textOf(count: number, { tokens }: AssembleInput): string {
  const word = 'word '
  let words = count
  while (words > 0 && tokens.text(word.repeat(words)) > count) words = Math.min(words - 1, Math.floor(words * 0.98))
  return word.repeat(words)
}
