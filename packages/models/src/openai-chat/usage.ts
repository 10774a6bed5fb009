import type { Json, Usage } from '@stet/history'
import { isJsonObject, jsonField } from '../transport/json-field.ts'

/**
 * Normalised figures, or null when they are missing or cannot be (FP-16). `prompt_tokens` includes what was read from and written
 * to a cache; `completion_tokens` includes reasoning, except with servers (xAI, Gemini) whose total shows that it does not.
 */
export function toUsage(raw: Json | null): Usage | null {
  if (!isJsonObject(raw)) return null
  const prompt = countAt(raw, 'prompt_tokens')
  const completion = countAt(raw, 'completion_tokens')
  if (prompt === undefined || completion === undefined) return null

  const prompted = jsonField(raw, 'prompt_tokens_details')
  const completed = jsonField(raw, 'completion_tokens_details')
  const cacheRead =
    countAt(prompted, 'cached_tokens') ?? countAt(raw, 'prompt_cache_hit_tokens') ?? countAt(raw, 'cached_tokens') ?? 0
  const cacheWrite = countAt(prompted, 'cache_write_tokens') ?? 0
  const reasoning = countAt(completed, 'reasoning_tokens') ?? countAt(raw, 'reasoning_tokens') ?? 0
  const output = Math.max(completion, (countAt(raw, 'total_tokens') ?? 0) - prompt)
  const webSearches =
    countAt(jsonField(raw, 'server_tool_use'), 'web_search_requests') ?? countAt(raw, 'num_search_queries') ?? 0

  const input = prompt - cacheRead - cacheWrite
  const figures = { input, cacheRead, cacheWrite, output, reasoning, webSearches }
  const possible = Object.values(figures).every(figure => Number.isSafeInteger(figure) && figure >= 0)
  return possible && reasoning <= output ? figures : null
}

/** Undefined where nothing is reported; a figure that is no count becomes NaN, which makes the whole unknown. */
function countAt(from: Json, name: string): number | undefined {
  const value = jsonField(from, name)
  if (value === null) return undefined
  return typeof value === 'number' ? value : Number.NaN
}
