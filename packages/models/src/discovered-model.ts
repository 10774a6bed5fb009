import type { ModelFacts } from '@stet/history'
import type { Prices } from './price-list.ts'

/** What a provider says of one of its models. Undefined where it says nothing. */
export interface DiscoveredModel {
  readonly model: string
  readonly name?: string
  readonly contextWindow?: number
  readonly outputLimit?: number
  readonly takes?: Partial<ModelFacts['takes']>
  readonly reasoning?: ModelFacts['reasoning']
  readonly caching?: ModelFacts['caching']
  readonly prices?: Partial<Prices>
  /** Shown after the name: `[Imported]`, a region, a size. */
  readonly note?: string
}
