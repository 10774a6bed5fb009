import { isNormalised, type Json, type Usage } from '@stet/history'
import { isJsonObject, jsonField, textField } from '../transport/json-field.ts'

/**
 * The usage report of a response. What the provider's own tools used is reported beside it, and is in none of its figures; so is the tier
 * that served it, which decides the price (U5).
 */
export function rawUsageOf(response: Json): Json {
  const usage = jsonField(response, 'usage')
  const ofTools = jsonField(response, 'tool_usage')
  if (!isJsonObject(usage)) return usage
  const tier = textField(response, 'service_tier')
  return {
    ...usage,
    ...(ofTools !== null && { tool_usage: ofTools }),
    ...(tier !== null && tier !== 'default' && { service_tier: tier }),
  }
}

/**
 * What a response cost. Its input figure contains what was read from and written to the cache; searches are counted from its items where
 * they are not reported. Null where the figures make no sense (FP-16).
 */
export function toUsage(rawUsage: Json, output: readonly (Json | null)[]): Usage | null {
  const total = countOf(jsonField(rawUsage, 'input_tokens'))
  const written = countOf(jsonField(rawUsage, 'output_tokens'))
  const inputDetails = jsonField(rawUsage, 'input_tokens_details')
  const cacheRead = detailOf(inputDetails, 'cached_tokens')
  const cacheWrite = detailOf(inputDetails, 'cache_write_tokens')
  const reasoning = detailOf(jsonField(rawUsage, 'output_tokens_details'), 'reasoning_tokens')
  const billed = jsonField(jsonField(jsonField(rawUsage, 'tool_usage'), 'web_search'), 'num_requests')
  if (total === null || written === null || cacheRead === null || cacheWrite === null || reasoning === null) return null
  const usage: Usage = {
    input: total - cacheRead - cacheWrite,
    cacheRead,
    cacheWrite,
    output: written,
    reasoning,
    webSearches: countOf(billed) ?? output.filter(isSearch).length,
  }
  return isNormalised(usage) ? usage : null
}

function countOf(figure: Json): number | null {
  return typeof figure === 'number' ? figure : null
}

/** Servers that have no cache, or no reasoning, leave its figure away. */
function detailOf(details: Json, name: string): number | null {
  const figure = jsonField(details, name)
  return figure === null ? 0 : countOf(figure)
}

/** Opening a page or looking for words in it is a call of the same tool, but only searching is billed. */
function isSearch(item: Json): boolean {
  if (textField(item, 'type') !== 'web_search_call') return false
  const action = textField(jsonField(item, 'action'), 'type')
  return action === null || action === 'search'
}
