import type { Report } from '@stet/api/client'

interface ReportFacts {
  /** What the request holds, all of it messages. */
  readonly total?: number
  readonly budget?: Partial<Report['budget']>
  readonly cache?: Partial<Report['cache']>
}

/** The report of a request in which no rule decided anything. */
export function makeReport({ total = 0, budget, cache }: ReportFacts = {}): Report {
  const used = { prompt: 0, documents: 0, summary: 0, tools: 0, messages: total, total }
  return {
    layers: [],
    earlier: null,
    messages: [],
    opening: null,
    system: [],
    tools: [],
    budget: { maximum: 100_000, maximumFrom: 'model', reserved: 1000, budget: 99_000, used, ...budget },
    cache: {
      caching: 'none',
      state: 'unknown',
      prefixTokens: 0,
      sharedTokens: null,
      movedBy: null,
      life: null,
      ...cache,
    },
    forgetting: null,
  }
}
