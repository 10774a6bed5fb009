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

/** What a path spent here, and what it copied from another chat by a fork (U2). */
export interface CumulativeSpending {
  readonly own: Spending
  readonly inherited: Spending
}
