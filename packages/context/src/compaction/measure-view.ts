import type { AssembleInput } from '../draft/assemble-input.ts'
import { budgetOf } from '../draft/budget-of.ts'
import type { Draft } from '../draft/draft.ts'
import { type Earlier, lookBackInSteps, startDraft } from '../draft/look-back.ts'
import { fixedTokens, sizesOf } from '../draft/size-of.ts'
import type { Steps } from '../draft/steps.ts'
import { isBehind } from '../layers/persons-marks.ts'
import { applyInSteps } from '../layers/pipeline.ts'

/** What would be sent if nothing had to fit, documents aside: they have what the rest leaves, down to nothing (C13). */
export interface View {
  readonly draft: Draft
  /** Tokens of each content, the overhead included; 0 for what is not sent. */
  readonly sizes: readonly number[]
  /** Tokens of all of it. */
  readonly total: number
  /** Tokens among them that the budget lets go first: what is pinned behind the checkpoint (C19). */
  readonly yielding: number
  /** Everything before the messages of the draft. */
  readonly earlier: Earlier | null
  /** Whether nothing that precedes the messages of the draft would be sent. */
  readonly complete: boolean
}

/** The same figures that the budget counts, for as much of the path as `allowance` tokens of it and a little more. */
export function* measureView(input: AssembleInput, allowance: number): Steps<View> {
  const scope = yield* lookBackInSteps(input, allowance)
  const { draft } = yield* applyInSteps(startDraft(scope), input, 'documents')
  yield
  const sizes = sizesOf(draft, input.tokens)
  let total = fixedTokens(draft)
  for (const size of sizes) total += size
  let yielding = 0
  for (const index of draft.pinned) if (isBehind(draft, index)) yielding += sizes[index] ?? 0
  return { draft, sizes, total, yielding, earlier: scope.earlier, complete: scope.complete }
}

/** The tokens above which automatic compaction starts (C12). */
export function compactionLimit(input: Pick<AssembleInput, 'settings' | 'model' | 'outputLimit'>): number {
  return Math.floor(budgetOf(input).budget * input.settings.compaction.startAt)
}
