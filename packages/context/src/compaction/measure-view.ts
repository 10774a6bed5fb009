import type { AssembleInput } from '../assemble-input.ts'
import { type Draft, startDraft } from '../draft.ts'
import { isBehind } from '../layers/persons-marks.ts'
import { lookBack } from '../look-back.ts'
import { pipeline } from '../pipeline.ts'
import { fixedTokens, sizesOf } from '../size-of.ts'

/** What would be sent if nothing had to fit, documents aside: they have what the rest leaves, down to nothing (C13). */
export interface View {
  readonly draft: Draft
  /** Tokens of each content, the overhead included; 0 for what is not sent. */
  readonly sizes: readonly number[]
  /** Tokens of all of it. */
  readonly total: number
  /** Tokens among them that the budget lets go first: what is pinned behind the checkpoint (C19). */
  readonly yielding: number
  /** Whether nothing that precedes the messages of the draft would be sent. */
  readonly complete: boolean
}

const layers = pipeline.slice(
  0,
  pipeline.findIndex(({ name }) => name === 'documents'),
)

/** The same figures that the budget counts, for as much of the path as `allowance` tokens of it and a little more. */
export function measureView(input: AssembleInput, allowance: number): View {
  const scope = lookBack(input, allowance)
  const draft = layers.reduce((before, layer) => layer.apply(before, input), startDraft(input, scope))
  const sizes = sizesOf(draft, input.tokens)
  let total = fixedTokens(draft)
  for (const size of sizes) total += size
  let yielding = 0
  for (const index of draft.pinned) if (isBehind(draft, index)) yielding += sizes[index] ?? 0
  return { draft, sizes, total, yielding, complete: scope.complete }
}
