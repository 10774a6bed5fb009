import { EngineError } from '@stet/engine'
import type { ModelOverride } from '@stet/models'

const MOST_TOKENS = 1_000_000_000
const HIGHEST_PRICE = 1_000_000

/** What a person says of a model. */
export function checkOverride(override: ModelOverride): ModelOverride {
  for (const field of ['contextWindow', 'outputLimit'] as const) {
    const count = override[field]
    if (count !== undefined && !(Number.isSafeInteger(count) && count >= 1 && count <= MOST_TOKENS)) {
      throw new EngineError('invalid', `${field} must be a whole number from 1 to ${MOST_TOKENS}`, `override.${field}`)
    }
  }
  for (const [field, price] of Object.entries(override.prices ?? {})) {
    if (price !== null && !(price >= 0 && price <= HIGHEST_PRICE)) {
      const because = `${field} must be a price from 0 to ${HIGHEST_PRICE}, in US dollars`
      throw new EngineError('invalid', because, `override.prices.${field}`)
    }
  }
  return override
}
