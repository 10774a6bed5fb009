import { MESSAGE_OVERHEAD, type TokenCounts } from '../token-counts.ts'
import type { CompactionPlan } from './compaction-plan.ts'
import type { PromptText, SummaryPromptOptions } from './prompt-frame.ts'

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
