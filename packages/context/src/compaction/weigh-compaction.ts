import type { AssembleInput, Economy, SummaryShares } from '../draft/assemble-input.ts'
import { budgetOf } from '../draft/budget-of.ts'
import { fixedTokens } from '../draft/size-of.ts'
import { compactionCuts } from './compaction-cuts.ts'
import type { View } from './measure-view.ts'
import { targetFor } from './summary-size.ts'

/** How many requests are looked ahead at most: what is further away is not known anyway. */
const FURTHEST = 200
/** Half as many requests as a chat has sent are expected to follow. */
const FURTHER_REQUESTS = 1 / 2

/** What the expected requests cost without a summary now, and with one. */
interface Sums {
  readonly keep: number
  readonly summarise: number
}

/** Both in US dollars. */
export interface CompactionChoice extends Sums {
  readonly isMade: boolean
}

/**
 * Whether a summary that the settings ask for and the window does not is made now, or waits (X3). Now, it is paid for and what follows it is written to
 * the cache again; later, every request until then reads the messages from the cache. Null where prices are not known or the cache has expired:
 * then the settings alone decide.
 */
export function weighCompaction(view: View, input: AssembleInput, limit: number): CompactionChoice | null {
  const { economy, previous, cache } = input
  if (economy?.summary === undefined || previous === null || cache.state !== 'warm') return null
  const figures = figuresOf(view, input, limit)
  if (figures === null) return null
  const requests = 1 + Math.min(FURTHEST, Math.round(economy.sentRequests * FURTHER_REQUESTS))
  const { keep, summarise } = compared(figures, { ...economy, summary: economy.summary }, requests)
  const dollars = (tokens: number) => (tokens * economy.inputPrice) / 1e6
  return { isMade: summarise < keep, keep: dollars(keep), summarise: dollars(summarise) }
}

export function sumsOf({ keep, summarise }: CompactionChoice): Sums {
  return { keep, summarise }
}

/** The same in words that the user reads. */
export function choiceWords({ keep, summarise }: CompactionChoice): string {
  return `It is expected to cost $${summarise.toFixed(4)} with the requests that follow, and $${keep.toFixed(4)} without.`
}

/** Tokens of the next request. */
interface Figures {
  readonly total: number
  /** Before the messages, without a summary: what stays cached when one is made. */
  readonly fixed: number
  /** The messages that stay as they are. */
  readonly tail: number
  readonly target: number
  /** What each request adds. */
  readonly added: number
  /** Above this a summary may be made, and above the budget it must be. */
  readonly limit: number
  readonly budget: number
}

function figuresOf(view: View, input: AssembleInput, limit: number): Figures | null {
  const [cut] = compactionCuts(view, input)
  if (cut === undefined) return null
  const { draft, sizes, total } = view
  const { budget } = budgetOf(input)
  const earlier = draft.system.reduce((sum, block) => sum + (block.kind === 'summary' ? block.tokensAfter : 0), 0)
  const fixed = fixedTokens(draft) - earlier
  const messages = sizes.reduce((sum, size) => sum + size, 0)
  const tail = sizes.reduce((sum, size, index) => sum + (index > cut.through ? size : 0), 0)
  const replacedTokens = messages - tail + earlier
  const room = budget - fixed - tail
  const { length, facts } = input.settings.compaction
  const target = targetFor(cut.stage, { replacedTokens, room, budget, length }) + Math.min(facts, replacedTokens / 3)
  const answers = draft.roles.filter(role => role === 'assistant').length
  return { total, fixed, tail, target, added: messages / Math.max(1, answers), limit, budget }
}

interface Rates extends Pick<Economy, 'read' | 'write'> {
  readonly summary: SummaryShares
}

/**
 * The cheapest course of the expected requests that begins without a summary, and the cheapest that begins with one, in tokens of input. Later summaries are made
 * when they save most, too: only against those does one now save what it seems to. What each request adds is written in any case, and is left out of both.
 */
function compared({ total, fixed, tail, target, added, limit, budget }: Figures, rates: Rates, requests: number): Sums {
  const { read, write, summary } = rates
  const after = fixed + tail + target
  /** A summary, and the request with it. */
  const made = (size: number) =>
    summary.input * (size - tail) + summary.output * target + read * fixed + write * (tail + target)
  /** What follows a summary with each request. */
  const follows: number[] = []
  const cheapest = (size: number, first: number): number => {
    let [kept, least, now] = [0, Number.POSITIVE_INFINITY, size]
    for (let request = first; request < requests; request += 1) {
      if (now > limit) least = Math.min(least, kept + made(now) + (follows[request] ?? 0))
      if (now > budget) return least
      kept += read * now
      now += added
    }
    return Math.min(least, kept)
  }
  for (let request = requests - 1; request >= 0; request -= 1) follows[request] = cheapest(after + added, request + 1)
  return { keep: read * total + cheapest(total + added, 1), summarise: made(total) + (follows[0] ?? 0) }
}
