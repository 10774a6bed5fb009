/** Tokens of one request, normalised: no figure is contained in another, except that `output` includes `reasoning`. */
export interface Usage {
  /** Prompt tokens that were neither read from nor written to a cache. */
  readonly input: number
  readonly cacheRead: number
  readonly cacheWrite: number
  readonly output: number
  readonly reasoning: number
  readonly webSearches: number
}

export interface Cost {
  readonly usd: number
  /** False when a price was missing for something that was used (U3). */
  readonly reliable: boolean
}

export interface Spending {
  readonly usage: Usage
  readonly cost: Cost
}

/** What a path spent in this chat, and what its copied messages spent in the chat they were forked from (U2). */
export interface CumulativeSpending {
  readonly own: Spending
  readonly inherited: Spending
}

export const noUsage: Usage = { input: 0, cacheRead: 0, cacheWrite: 0, output: 0, reasoning: 0, webSearches: 0 }

export function addUsage(one: Usage, other: Usage): Usage {
  return {
    input: one.input + other.input,
    cacheRead: one.cacheRead + other.cacheRead,
    cacheWrite: one.cacheWrite + other.cacheWrite,
    output: one.output + other.output,
    reasoning: one.reasoning + other.reasoning,
    webSearches: one.webSearches + other.webSearches,
  }
}

/** Whether the figures are valid: counts, with reasoning inside output. One invalid figure would spoil every total (FP-16). */
export function isNormalised(usage: Usage): boolean {
  const { input, cacheRead, cacheWrite, output, reasoning, webSearches } = usage
  const figures = [input, cacheRead, cacheWrite, output, reasoning, webSearches]
  return figures.every(figure => Number.isSafeInteger(figure) && figure >= 0) && reasoning <= output
}
