import type { ModelOverride } from '@stet/history'
import type { Connection } from './definition.ts'
import type { DiscoveredModel } from './discovered-model.ts'

export interface ConnectedDefinition {
  readonly connection: Connection
  /** As they were last discovered. */
  readonly models: readonly DiscoveredModel[]
  /** What the user set for single models, over what their provider and the data say, by model. */
  readonly overrides: Readonly<Record<string, ModelOverride>>
}

/** Where models finds the user's definitions: the desk stores them. */
export interface Connections {
  /** Null when there is no such definition, or it is disabled. */
  find(definitionId: string): Promise<ConnectedDefinition | null>
}
