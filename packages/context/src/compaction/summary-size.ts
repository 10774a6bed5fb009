import type { AssembleInput } from '../draft/assemble-input.ts'
import { budgetOf } from '../draft/budget-of.ts'
import { MESSAGE_OVERHEAD } from '../tokens/estimate-tokens.ts'
import type { TokenCounts } from '../tokens/token-counts.ts'
import type { CompactionPlan, CompactionStage } from './compaction-plan.ts'
import type { PromptText, SummaryPromptOptions } from './summary-prompt.ts'

/** Below this no summary says anything. */
const SHORTEST = 32
/** With less room than this, or than a tenth of the budget, another stage is better than such a short summary. */
const GOOD = 256
/** Longer summaries cost more with every request than they are worth. */
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
  /** What the user asked for (C12); null for what is usual. */
  readonly length?: number | null
}

/** The length to ask for: a quarter of what is summarised, a sixteenth as a last resort; well below what fits, for a model does not count. */
export function targetFor(
  stage: CompactionStage,
  { replacedTokens, room, budget, length = null }: SummaryRoom,
): number {
  if (length !== null) return Math.max(1, Math.floor(Math.min(length, room * 0.75, replacedTokens / 2)))
  const [share, longest] = stage === 'last-resort' ? [1 / 16, LONGEST_LAST_RESORT] : [1 / 4, LONGEST]
  const wanted = Math.min(Math.max(SHORTEST, replacedTokens * share), longest, Math.max(SHORTEST, budget / 8))
  return Math.max(1, Math.floor(Math.min(wanted, room * 0.75, replacedTokens / 2)))
}

/** What one answer may have: it must fit, and a short summary may be much longer than asked for before it is cut off. */
export function outputLimitFor(target: number, room: number): number {
  return Math.min(room, Math.max(2 * target, LEAST_OUTPUT))
}

export interface ChunkRoomOptions {
  readonly plan: CompactionPlan
  /** Tokens that a request to the model that summarises may have, its answer included. */
  readonly window: number
  readonly tokens: TokenCounts
  readonly prompt: (options: SummaryPromptOptions) => PromptText
}

/** A chunk with less than this is not worth a request. */
const LEAST_ROOM = 128
const SLACK = 16
/** How much longer a summary is when its lines are quoted: a token or two a line of prose. */
const QUOTED = 1.25

/**
 * The tokens that a chunk may have so that one request holds it with the prompt, the running summary and the answer; null when the window
 * is too small for that. A running summary is at most as long as one answer may be.
 */
export function chunkRoom({ plan, window, tokens, prompt }: ChunkRoomOptions): number | null {
  const { system, user } = prompt({ plan, running: '', chunk: { text: '', number: 99, of: 99 } })
  const frame = tokens.text(system) + tokens.text(user) + 2 * MESSAGE_OVERHEAD + SLACK
  const running = Math.ceil(plan.outputLimit * QUOTED)
  const room = window - frame - running - plan.outputLimit
  return room < LEAST_ROOM ? null : room
}
