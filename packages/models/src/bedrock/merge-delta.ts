import type { Json } from '@stet/history'
import { isJsonList, isJsonObject } from '../transport/json-field.ts'

/** A value with a further piece of it: texts and lists grow, fields are put together, and anything else is replaced. */
export function mergeDelta(value: Json, delta: Json): Json {
  if (value === null) return delta
  if (typeof value === 'string' && typeof delta === 'string') return value + delta
  if (isJsonList(value) && isJsonList(delta)) return [...value, ...delta]
  if (!isJsonObject(value) || !isJsonObject(delta)) return delta
  const merged: Record<string, Json> = { ...value }
  for (const [name, piece] of Object.entries(delta)) merged[name] = mergeDelta(merged[name] ?? null, piece)
  return merged
}
