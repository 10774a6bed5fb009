import type { AnswerSettings, Message, PriceList, Report } from '@stet/api/client'
import { formatUsd } from '../formats/format-cost.ts'
import { nextCost } from './next-cost.ts'

/** The pace of a chat: tokens that each request adds, and tokens of an answer. */
export interface Pace {
  readonly growth: number
  readonly output: number
  /** Tokens of an answer that the model thought with, within `output`. */
  readonly reasoning: number
  /** Whether the chat has too few answers to know. */
  readonly assumed: boolean
}

/** What the next message and the ten from it on cost, answers included, in dollars. */
export interface Projection {
  readonly now: number
  readonly ten: number
}

const TEN = 10
const ASSUMED: Pace = { growth: 600, output: 500, reasoning: 0, assumed: true }

/** From the last ten answers on the path whose usage is known. */
export function paceOf(path: readonly Message[]): Pace {
  const known = path
    .flatMap(message => (message.role === 'assistant' && message.usage !== null ? [message.usage] : []))
    .slice(-TEN)
  if (known.length === 0) return ASSUMED
  const output = mean(known.map(usage => usage.output))
  const inputs = known.map(({ input, cacheRead, cacheWrite }) => input + cacheRead + cacheWrite)
  // After a summary a request is shorter, which says nothing about the pace.
  const steps = inputs
    .slice(1)
    .flatMap((input, at) => (input > (inputs[at] ?? input) ? [input - (inputs[at] ?? 0)] : []))
  const reasoning = mean(known.map(usage => usage.reasoning))
  return { output, reasoning, growth: steps.length === 0 ? output + 100 : mean(steps), assumed: false }
}

/** The pace with other answer settings: without reasoning nothing is thought, and no answer is longer than its limit. */
export function paceWith(
  pace: Pace,
  { before, after }: { readonly before: AnswerSettings; readonly after: AnswerSettings },
): Pace {
  const stops = before.reasoning.on && !after.reasoning.on
  const output = Math.min(pace.output - (stops ? pace.reasoning : 0), after.outputLimit ?? Number.POSITIVE_INFINITY)
  // An answer is part of the requests that follow it; what was thought is not.
  const shorter = Math.max(0, pace.output - pace.reasoning - output)
  return { ...pace, output, reasoning: stops ? 0 : pace.reasoning, growth: Math.max(0, pace.growth - shorter) }
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
}

/**
 * Each further request contains the one before it, which a cache then has; a request grows no further than the budget, where a summary
 * would shorten it. Null where no price is known.
 */
export function projectCost(report: Report, list: PriceList | null, pace: Pace): Projection | null {
  const first = nextCost(report, list)
  if (first === null || list === null) return null
  if (list.from === 'local') return { now: 0, ten: 0 }
  const { budget, cache } = report
  const share = cachedShare(report)
  // What is too short is neither read from the cache nor written there, until the chat has grown.
  const least = cache.leastCached ?? 0
  let [total, ten] = [budget.used.total, 0]
  let now = 0
  for (let request = 0; request < TEN; request += 1) {
    const before = total
    if (request > 0) total = Math.min(budget.budget, total + pace.growth)
    const { input, output, cacheRead, cacheWrite } =
      list.tiers.findLast(({ above }) => total > above)?.prices ?? list.prices
    const read = share * before < least ? 0 : share * Math.min(before, total)
    const isWritten = (cache.caching === 'marks' || cache.takesMarks) && share * total >= least
    const written = isWritten ? share * total - read : 0
    const again =
      (read * (cacheRead ?? input ?? 0) +
        written * (cacheWrite ?? input ?? 0) +
        (total - read - written) * (input ?? 0)) /
      1e6
    const cost = (request === 0 ? first.usd : again) + (pace.output * (output ?? 0)) / 1e6
    if (request === 0) now = cost
    ten += cost
  }
  return { now, ten }
}

/** Which part of a request a cache has when it is sent again. */
function cachedShare({ budget, cache }: Report): number {
  switch (cache.caching) {
    case 'none':
      return 0
    case 'automatic':
      return 1
    case 'marks':
      return budget.used.total === 0 ? 0 : Math.min(1, cache.prefixTokens / budget.used.total)
  }
}

/** What other settings cost or save, for the next message and over ten. Empty where no price is known, or it makes no difference. */
export function moneyWords(own: Projection | null, other: Projection | null): string {
  if (own === null || other === null) return ''
  const [now, ten] = [differenceWords(other.now - own.now), differenceWords(other.ten - own.ten)]
  if (now === null && ten === null) return ''
  return `About ${now ?? 'the same'} for the next message, ${ten ?? 'the same'} over the next ten.`
}

function differenceWords(usd: number): string | null {
  if (Math.abs(usd) < 0.000_05) return null
  return `${formatUsd(Math.abs(usd))} ${usd < 0 ? 'less' : 'more'}`
}
