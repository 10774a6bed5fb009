import { isNormalised, type Json, type Usage } from '@stet/history'
import { isJsonObject } from '../transport/json-field.ts'

/**
 * `inputTokens` holds neither what was read from the cache nor what was written to it; how much of the output was reasoning is not reported. A
 * figure that is no count makes the whole unknown (FP-16).
 */
export function toUsage(rawUsage: Json | null, webSearches: number): Usage | null {
  if (!isJsonObject(rawUsage)) return null
  const { inputTokens, outputTokens, cacheReadInputTokens = 0, cacheWriteInputTokens = 0 } = rawUsage
  const figures = [inputTokens, outputTokens, cacheReadInputTokens, cacheWriteInputTokens]
  const [input, output, cacheRead, cacheWrite] = figures.map(figure => (typeof figure === 'number' ? figure : -1))
  if (input === undefined || output === undefined || cacheRead === undefined || cacheWrite === undefined) return null
  const usage: Usage = { input, cacheRead, cacheWrite, output, reasoning: 0, webSearches }
  return isNormalised(usage) ? usage : null
}
