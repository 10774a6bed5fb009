import type { ModelFacts } from '@stet/history'
import type { Prices } from './price-list.ts'

/** What a provider tells of one of its models. Undefined is not told. */
export interface DiscoveredModel {
  readonly model: string
  readonly name?: string
  readonly contextWindow?: number
  readonly outputLimit?: number
  readonly takes?: Partial<ModelFacts['takes']>
  readonly reasoning?: ModelFacts['reasoning']
  readonly caching?: ModelFacts['caching']
  readonly prices?: Partial<Prices>
  /** Shown behind the name: `[Imported]`, a region, a size. */
  readonly note?: string
}
