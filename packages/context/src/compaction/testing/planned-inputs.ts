import fc from 'fast-check'
import type { AssembleInput } from '../../assemble-input.ts'
import { assembleInputs } from '../../testing/assemble-inputs.ts'
import { createTokenCounts } from '../../tokens/create-token-counts.ts'
import type { CompactionPlan } from '../compaction-plan.ts'
import { planCompaction } from '../plan-compaction.ts'

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
      settings: { ...input.settings, maxPromptTokens, compaction: { automatic: true, startAt, model: null } },
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
