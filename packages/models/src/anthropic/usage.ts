import { isNormalised, type Json, type Usage } from '@stet/history'
import { isJsonObject, jsonField } from '../transport/json-field.ts'

/**
 * Merges the reports of one answer. Later figures are totals of the whole answer, so they replace earlier ones; null is not reported.
 */
export function mergeUsage(before: Json | null, report: Json | undefined): Json | null {
  if (!isJsonObject(report)) return before
  const figures = Object.entries(report).filter(([, value]) => value !== null)
  return { ...(isJsonObject(before) ? before : {}), ...Object.fromEntries(figures) }
}

/** Anthropic's input excludes what was read from and written to a cache, and its output includes thinking, as ours do. */
export function toUsage(raw: Json | null): Usage | null {
  if (!isJsonObject(raw)) return null
  const usage: Usage = {
    input: figureOf(raw, 'input_tokens'),
    cacheRead: figureOf(raw, 'cache_read_input_tokens', 0),
    cacheWrite: figureOf(raw, 'cache_creation_input_tokens', 0),
    output: figureOf(raw, 'output_tokens'),
    reasoning: figureOf(raw.output_tokens_details, 'thinking_tokens', 0),
    webSearches: figureOf(raw.server_tool_use, 'web_search_requests', 0),
  }
  return isNormalised(usage) ? usage : null
}

/** A figure that is not reported is `missing`; one that is no number makes the whole report unreadable (FP-16). */
function figureOf(value: Json | undefined, name: string, missing = Number.NaN): number {
  const figure = jsonField(value, name)
  if (figure === null) return missing
  return typeof figure === 'number' ? figure : Number.NaN
}
