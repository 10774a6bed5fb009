import {
  ASSUMED_WINDOW,
  type AssembleInput,
  type CachedSummary,
  type Chunk,
  type CompactionPlan,
  cachedPrompt,
  cachedSummary,
  chunkRoom,
  promptBy,
  promptWith,
  serialiseInSteps,
  snapshotPrompt,
  summaryPrompt,
} from '@stet/context'
import {
  type AnswerSettings,
  type Cost,
  type ModelChoice,
  type ModelFacts,
  noUsage,
  type RequestId,
  type SummaryMessage,
} from '@stet/history'
import { costOf, type PriceList } from '@stet/models'
import { inTurns } from '../runtime/in-turns.ts'
import type { SummaryDeps, SummaryQuestion } from './ask-for-summary.ts'
import { type FailedSummary, toFailed } from './failed-summary.ts'
import { findFacts } from './read-facts.ts'
import { cachedSettings, spareTokens } from './summary-settings.ts'

export type PrepareDeps = Pick<SummaryDeps, 'models' | 'tokens' | 'ledger' | 'clock' | 'log'>

export interface SummaryToPrepare extends Pick<SummaryQuestion, 'chat'> {
  readonly plan: CompactionPlan
  /** What the plan was made from; null for a summary made again, whose chat has moved on since. */
  readonly input: AssembleInput | null
  readonly form: Exclude<SummaryMessage['form'], 'truncated'>
  /** What the user asks of this one summary (X2); absent for nothing. */
  readonly wish?: string
  /** The most tokens of a request to the chat's model after it refused more; null when only its window limits them. */
  readonly most: number | null
}

export type SummaryToMake = SummaryToPrepare & Pick<SummaryQuestion, 'run' | 'messageId'>

/** A summary to ask for: with the chat's own request while its provider has that cached, otherwise chunk by chunk from a copy. */
export interface SummaryJob extends SummaryToPrepare {
  /** The model that writes it. */
  readonly choice: ModelChoice
  readonly facts: ModelFacts
  readonly prompt: typeof summaryPrompt
  readonly chunks: readonly Chunk[]
  /** How many of the chunks are summarised; what follows them is cut to fit (C10). */
  readonly parts: number
  readonly cached: CachedRequest | null
  readonly price: SummaryPrice
}

export interface CachedRequest extends CachedSummary {
  readonly settings: AnswerSettings
  /** The request that it begins like. */
  readonly base: RequestId
}

/** About how many tokens a summary takes. */
export interface SummaryPrice {
  readonly requests: number
  /** Null when no price is known. */
  readonly cost: Cost | null
}

export type PreparedSummary = { readonly kind: 'ready'; readonly job: SummaryJob } | FailedSummary

const prompts = { prose: summaryPrompt, snapshot: snapshotPrompt }

/** Finds the model that writes it, and divides the text into chunks that fit its window. It does not throw. */
export async function prepareSummary(deps: PrepareDeps, summary: SummaryToPrepare): Promise<PreparedSummary> {
  try {
    return await prepare(deps, summary)
  } catch (error) {
    return toFailed(deps, summary.chat, error)
  }
}

async function prepare(deps: PrepareDeps, summary: SummaryToPrepare): Promise<PreparedSummary> {
  const { chat, plan, form, wish = '' } = summary
  const choice = chat.settings.context.compaction.model ?? chat.settings.model
  const own = ownInstruction(summary)
  const prompt = promptWith(own === '' ? prompts[form] : promptBy(own), wish)
  const found = await findFacts(deps, choice)
  if (found.facts === null) return { kind: 'failed', because: found.because }
  const { facts } = found
  const prices = await deps.models.prices(choice)
  const tokens = deps.tokens.of(chat.id, choice)
  for (const window of windowsOf(summary, facts)) {
    const size = chunkRoom({ plan, window: window - spareTokens(facts), tokens, prompt })
    if (size === null) continue
    const chunks = await inTurns(serialiseInSteps(plan, { tokens, room: size }))
    const copied = chunks.reduce((sum, chunk) => sum + chunk.tokens, 0)
    const cached = await prepareCached(deps, { ...summary, choice, facts, prices }, copied)
    const input = cached === null ? copied + (chunks.length - 1) * plan.target : cached.tokens - cached.cached
    const usage = { ...noUsage, input, cacheRead: cached?.cached ?? 0, output: chunks.length * plan.target }
    const cost = prices === null ? null : costOf({ usage, rawUsage: null, protocol: facts.protocol, prices })
    const price = { requests: cached === null ? chunks.length : 1, cost }
    return { kind: 'ready', job: { ...summary, choice, facts, prompt, chunks, parts: chunks.length, cached, price } }
  }
  return { kind: 'failed', because: `the window of ${facts.name} is too small for a request for a summary` }
}

/** The user's instruction for this form; empty for the built-in one. */
function ownInstruction({ chat, form }: Pick<SummaryToPrepare, 'chat' | 'form'>): string {
  const { summaryInstruction, snapshotInstruction } = chat.settings.wording
  return (form === 'prose' ? summaryInstruction : snapshotInstruction).trim()
}

interface Writer extends SummaryToPrepare {
  readonly choice: ModelChoice
  readonly facts: ModelFacts
  readonly prices: PriceList | null
}

/** Providers cache nothing below 1,024 to 4,096 tokens, and fewer tokens save little. */
const LEAST_CACHED = 4096

/** The request that reads the provider's cache (C14); null where there is none to read, or a copy of `copied` tokens costs less. */
async function prepareCached(deps: PrepareDeps, writer: Writer, copied: number): Promise<CachedRequest | null> {
  const { chat, plan, input, form, wish = '', most, choice, facts, prices } = writer
  const { model } = chat.settings
  const own = choice.definition === model.definition && choice.model === model.model
  if (input === null || !own || most !== null) return null
  const last = await deps.ledger.sent.lastOn(input.path, model, deps.clock())
  if (last === null) return null
  const settings = cachedSettings(facts, chat.settings.answer, plan.outputLimit)
  const thinking = settings.reasoning.on ? settings.reasoning.budgetTokens : 0
  const window = facts.contextWindow ?? ASSUMED_WINDOW
  const { previous, cache } = last
  const found = cachedSummary({ ...input, previous, cache }, plan, {
    below: last.below,
    instruction: kept => cachedPrompt({ plan, form, kept, instruction: ownInstruction(writer), wish }),
    room: window - (settings.outputLimit ?? 0) - thinking,
  })
  if (found === null || found.cached < LEAST_CACHED) return null
  const read = shareOfInput(prices)
  return found.tokens - found.cached * (1 - read) < copied ? { ...found, settings, base: last.id } : null
}

/** What a token read from the cache costs beside one that is not; at most providers a tenth. */
function shareOfInput(list: PriceList | null): number {
  const { input = 0, cacheRead = null } = list?.prices ?? {}
  return cacheRead === null || input === null || input === 0 ? 0.1 : cacheRead / input
}

/**
 * The window sizes to try, best first. The user's limit on prompt tokens counts as the window only when the model's own is unknown.
 */
function windowsOf({ chat, most }: SummaryToPrepare, { contextWindow }: ModelFacts): readonly number[] {
  const { compaction, maxPromptTokens: cap } = chat.settings.context
  if (compaction.model !== null) return [contextWindow ?? ASSUMED_WINDOW]
  const known = contextWindow === null && cap !== null ? [cap] : []
  const windows = [...known, contextWindow ?? ASSUMED_WINDOW]
  return most === null ? windows : [...windows.map(window => Math.min(window, most)), ...windows]
}
