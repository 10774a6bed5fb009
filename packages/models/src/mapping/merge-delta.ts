import type { Json } from '@stet/history'
import { isJsonList, isJsonObject, type JsonObject } from '../transport/json-field.ts'

export type Draft = Record<string, Json>

/** Fields that never stream in pieces: a second value replaces the first. */
const WHOLE_TEXTS = new Set(['id', 'type', 'role', 'name', 'format', 'object', 'mime_type', 'signature'])

/**
 * Adds a delta to what came before it, fields that nobody here knows included: texts grow, objects merge, entries of lists that
 * come in pieces merge by their `index` or with the last. A null says nothing.
 */
export function mergeDelta(draft: Draft, delta: JsonObject): void {
  for (const key of Object.keys(delta)) {
    const value = delta[key]
    if (value !== undefined) mergeField(draft, key, value)
  }
}

export function mergeField(draft: Draft, key: string, value: Json): void {
  // Assigned, it would be the draft's prototype and no field.
  if (key !== '__proto__') draft[key] = mergeValue(draft[key], value, key)
}

export function mergeValue(before: Json | undefined, value: Json, key: string): Json {
  if (before === undefined || before === null) return value
  if (value === null) return before
  if (typeof before === 'string' && typeof value === 'string') return WHOLE_TEXTS.has(key) ? value : before + value
  if (isJsonObject(before) && isJsonObject(value)) {
    const merged: Draft = { ...before }
    mergeDelta(merged, value)
    return merged
  }
  if (isJsonList(before) && isJsonList(value)) return mergeLists(before, value)
  return value
}

function mergeLists(before: readonly Json[], added: readonly Json[]): readonly Json[] {
  const merged = [...before]
  for (const entry of added) {
    const at = merged.findLastIndex((known, index) => continues(known, entry, index === merged.length - 1))
    const known = merged[at]
    if (known === undefined) merged.push(entry)
    else merged[at] = mergeValue(known, entry, '')
  }
  return merged
}

/** The fields in which an entry of a list comes in pieces. What has none of them comes whole: citations, pictures, encrypted blocks. */
const GROWING = ['text', 'summary', 'thinking', 'signature']

/** Entries of different types may have the same index: OpenRouter numbers an encrypted detail as the text before it. */
function continues(known: Json, entry: Json, isLast: boolean): boolean {
  if (!isJsonObject(known) || !isJsonObject(entry) || known.type !== entry.type) return false
  if (typeof known.id === 'string' && typeof entry.id === 'string' && known.id !== entry.id) return false
  if (!GROWING.some(key => key in entry)) return false
  return typeof entry.index === 'number' ? known.index === entry.index : isLast
}
