import type { ModelOverride } from '@stet/history'

/** What a provider says of one of its models. Undefined where it says nothing. */
export interface DiscoveredModel extends ModelOverride {
  readonly model: string
  readonly name?: string
  /** Whether its window is an assumption: the server decides when it loads the model, and does not say. */
  readonly uncertainWindow?: boolean
  /** Shown after the name: `[Imported]`, a region, a size. */
  readonly note?: string
}
