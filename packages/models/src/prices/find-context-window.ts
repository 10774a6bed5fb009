import type { Definition } from '../definition.ts'
import { findListed } from './find-listed.ts'
import type { PriceData } from './price-data.ts'

/** The context window that the price data lists for a model, null when it lists none. */
export function findContextWindow({
  definition,
  model,
  data,
}: {
  readonly definition: Pick<Definition, 'type' | 'baseUrl' | 'options'>
  readonly model: string
  readonly data: PriceData
}): number | null {
  // A local server loads a model with a window of its own choice.
  if (definition.options.local) return null
  return findListed(data, definition, model)?.model.contextWindow ?? null
}
