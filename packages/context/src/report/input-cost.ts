import type { Report } from './report.ts'

/** US dollars for a million tokens. Null where the provider names no price. */
export interface PriceList {
  readonly input: number
  readonly cacheRead: number | null
  readonly cacheWrite: number | null
  readonly output: number
}

export interface InputCost {
  /** US dollars for this request. */
  readonly now: number
  /** US dollars for one more like it, sent while the cache holds what this one left there. */
  readonly later: number
  readonly reliable: boolean
}

interface Tokens {
  readonly input: number
  readonly cacheRead: number
  readonly cacheWrite: number
}

/** What the input of a reported request costs. */
export function inputCost(report: Report, prices: PriceList): InputCost {
  const [now, later] = [tokensNow(report), tokensLater(report)]
  return {
    now: priced(now, prices),
    later: priced(later, prices),
    reliable: isPriced(now, prices) && isPriced(later, prices),
  }
}

function tokensNow({ budget, cache }: Report): Tokens {
  const { total } = budget.used
  if (cache.leastCached !== undefined) return { input: total, cacheRead: 0, cacheWrite: 0 }
  // What is not known to be there must be paid for as if it were not.
  const held = cache.state === 'warm' ? Math.min(cache.sharedTokens ?? 0, cache.prefixTokens) : 0
  switch (cache.caching) {
    case 'none':
      return { input: total, cacheRead: 0, cacheWrite: 0 }
    case 'automatic':
      return cache.takesMarks
        ? { input: 0, cacheRead: held, cacheWrite: total - held }
        : { input: total - held, cacheRead: held, cacheWrite: 0 }
    case 'marks':
      return { input: total - cache.prefixTokens, cacheRead: held, cacheWrite: cache.prefixTokens - held }
  }
}

function tokensLater({ budget, cache }: Report): Tokens {
  const { total } = budget.used
  if (cache.leastCached !== undefined) return { input: total, cacheRead: 0, cacheWrite: 0 }
  switch (cache.caching) {
    case 'none':
      return { input: total, cacheRead: 0, cacheWrite: 0 }
    case 'automatic':
      return { input: 0, cacheRead: total, cacheWrite: 0 }
    case 'marks':
      return { input: total - cache.prefixTokens, cacheRead: cache.prefixTokens, cacheWrite: 0 }
  }
}

function priced({ input, cacheRead, cacheWrite }: Tokens, prices: PriceList): number {
  const read = prices.cacheRead ?? prices.input
  const write = prices.cacheWrite ?? prices.input
  return (input * prices.input + cacheRead * read + cacheWrite * write) / 1_000_000
}

function isPriced({ cacheRead, cacheWrite }: Tokens, prices: PriceList): boolean {
  return (cacheRead === 0 || prices.cacheRead !== null) && (cacheWrite === 0 || prices.cacheWrite !== null)
}
