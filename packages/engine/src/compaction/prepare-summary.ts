import {
  ASSUMED_WINDOW,
  type Chunk,
  type CompactionPlan,
  chunkRoom,
  serialiseForSummary,
  snapshotPrompt,
  summaryPrompt,
} from '@stet/context'
import type { ModelChoice, ModelFacts, SummaryMessage } from '@stet/history'
import type { SummaryDeps, SummaryQuestion } from './ask-for-summary.ts'
import { type FailedSummary, toFailed } from './failed-summary.ts'
import { findFacts } from './read-facts.ts'
import { spareTokens } from './summary-settings.ts'

type PrepareDeps = Pick<SummaryDeps, 'models' | 'tokens' | 'log'>

export interface SummaryToMake extends Pick<SummaryQuestion, 'chat' | 'run' | 'messageId'> {
  readonly plan: CompactionPlan
  readonly form: Exclude<SummaryMessage['form'], 'truncated'>
  /** The most tokens of a request to the chat's model after it refused more; null when only its window limits them. */
  readonly most: number | null
}

/** A summary to ask for, chunk by chunk. */
export interface SummaryJob extends SummaryToMake {
  /** The model that writes it. */
  readonly choice: ModelChoice
  readonly facts: ModelFacts
  readonly prompt: typeof summaryPrompt
  readonly chunks: readonly Chunk[]
}

export type PreparedSummary = { readonly kind: 'ready'; readonly job: SummaryJob } | FailedSummary

const prompts = { prose: summaryPrompt, snapshot: snapshotPrompt }

/** Finds the model that writes it, and divides the text into chunks that fit its window. It does not throw. */
export async function prepareSummary(deps: PrepareDeps, summary: SummaryToMake): Promise<PreparedSummary> {
  try {
    return await prepare(deps, summary)
  } catch (error) {
    return toFailed(deps, summary.chat, error)
  }
}

async function prepare(deps: PrepareDeps, summary: SummaryToMake): Promise<PreparedSummary> {
  const { chat, plan, form } = summary
  const choice = chat.settings.context.compaction.model ?? chat.settings.model
  const prompt = prompts[form]
  const found = await findFacts(deps, choice)
  if (found.facts === null) return { kind: 'failed', because: found.because }
  const { facts } = found
  const tokens = deps.tokens.of(chat.id, choice)
  for (const window of windowsOf(summary, facts)) {
    const size = chunkRoom({ plan, window: window - spareTokens(facts), tokens, prompt })
    if (size === null) continue
    const chunks = serialiseForSummary(plan, { tokens, room: size })
    return { kind: 'ready', job: { ...summary, choice, facts, prompt, chunks } }
  }
  return { kind: 'failed', because: `the window of ${facts.name} is too small for a request for a summary` }
}

/**
 * The window sizes to try, best first. The user's limit on prompt tokens counts as the window only when the model's own is unknown.
 */
function windowsOf({ chat, most }: SummaryToMake, { contextWindow }: ModelFacts): readonly number[] {
  const { compaction, maxPromptTokens: cap } = chat.settings.context
  if (compaction.model !== null) return [contextWindow ?? ASSUMED_WINDOW]
  const known = contextWindow === null && cap !== null ? [cap] : []
  const windows = [...known, contextWindow ?? ASSUMED_WINDOW]
  return most === null ? windows : [...windows.map(window => Math.min(window, most)), ...windows]
}
