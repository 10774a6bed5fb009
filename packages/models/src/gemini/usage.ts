import { isNormalised, type Json, type Usage } from '@stet/history'
import { isJsonObject } from '../transport/json-field.ts'

/**
 * `promptTokenCount` contains what was read from the cache, not what the provider's own tools brought in; `candidatesTokenCount` contains no
 * thoughts. A figure that is zero is left out on the wire; one that is no count makes the whole unknown (FP-16).
 */
export function toUsage(rawUsage: Json | null, webSearches: number): Usage | null {
  if (rawUsage === null || !isJsonObject(rawUsage) || rawUsage.promptTokenCount === undefined) return null
  let isCounted = true
  const figure = (name: string) => {
    const value = rawUsage[name] ?? (name in rawUsage ? null : 0)
    if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value
    isCounted = false
    return 0
  }
  const cacheRead = figure('cachedContentTokenCount')
  const reasoning = figure('thoughtsTokenCount')
  const usage: Usage = {
    input: figure('promptTokenCount') - cacheRead + figure('toolUsePromptTokenCount'),
    cacheRead,
    cacheWrite: 0,
    output: figure('candidatesTokenCount') + reasoning,
    reasoning,
    webSearches,
  }
  return isCounted && isNormalised(usage) ? usage : null
}
