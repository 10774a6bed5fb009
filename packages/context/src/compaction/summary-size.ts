import type { AssembleInput } from '../assemble-input.ts'
import { budgetOf } from '../budget-of.ts'
import type { CompactionStage } from './compaction-plan.ts'

/** Below this no summary says anything. */
const SHORTEST = 32
/** With less room than this, or than a tenth of the budget, another stage is better than such a short summary. */
const GOOD = 256
/** Longer summaries cost more with every request than they tell. */
const LONGEST = 4096
const LONGEST_LAST_RESORT = 512
/** An answer is cut off no earlier than here: models miss the length they are asked for. */
const LEAST_OUTPUT = 1024

/** The tokens that a summary must have room for at a stage. */
export function leastSummary(stage: CompactionStage, input: AssembleInput): number {
  if (stage === 'last-resort' || stage === 'by-hand') return SHORTEST
  return Math.max(SHORTEST, Math.min(GOOD, Math.floor(budgetOf(input).budget / 10)))
}

export interface SummaryRoom {
  readonly replacedTokens: number
  readonly room: number
  readonly budget: number
}

/** The length to ask for: a quarter of what is summarised, a sixteenth as a last resort; well below what fits, for a model does not count. */
export function targetFor(stage: CompactionStage, { replacedTokens, room, budget }: SummaryRoom): number {
  const [share, longest] = stage === 'last-resort' ? [1 / 16, LONGEST_LAST_RESORT] : [1 / 4, LONGEST]
  const wanted = Math.min(Math.max(SHORTEST, replacedTokens * share), longest, Math.max(SHORTEST, budget / 8))
  return Math.max(1, Math.floor(Math.min(wanted, room * 0.75, replacedTokens / 2)))
}

/** What one answer may have: it must fit, and a short summary may be much longer than asked for before it is cut off. */
export function outputLimitFor(target: number, room: number): number {
  return Math.min(room, Math.max(2 * target, LEAST_OUTPUT))
}
