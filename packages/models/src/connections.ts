import type { ModelFacts } from '@stet/history'
import type { Connection } from './definition.ts'
import type { DiscoveredModel } from './discovered-model.ts'
import type { Prices } from './price-list.ts'

/** What the user set for one model, over what its provider and the data say. Undefined leaves theirs. */
export interface ModelOverride {
  readonly contextWindow?: number
  readonly outputLimit?: number
  readonly takes?: Partial<ModelFacts['takes']>
  readonly reasoning?: ModelFacts['reasoning']
  readonly caching?: ModelFacts['caching']
  readonly prices?: Prices
}

export interface ConnectedDefinition {
  readonly connection: Connection
  /** As they were last discovered. */
  readonly models: readonly DiscoveredModel[]
  /** By model. */
  readonly overrides: Readonly<Record<string, ModelOverride>>
}

/** Where models finds the user's definitions: the desk stores them. */
export interface Connections {
  /** Null when there is no such definition, or it is disabled. */
  find(definitionId: string): Promise<ConnectedDefinition | null>
}
