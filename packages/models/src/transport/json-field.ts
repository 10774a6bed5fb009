import type { Json } from '@stet/history'

export type JsonObject = { readonly [key: string]: Json }

/** For values that were parsed from JSON. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function isJsonList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value)
}

/** A field of an object; null where the value is no object or has no such field. */
export function jsonField(value: Json | undefined, name: string): Json {
  return isJsonObject(value) && Object.hasOwn(value, name) ? (value[name] ?? null) : null
}

export function textField(value: Json | undefined, name: string): string | null {
  const field = jsonField(value, name)
  return typeof field === 'string' ? field : null
}

/** A field that names a kind of event or block. `Kind` lists those of the vendor's SDK, so that a misspelled one does not compile; others may still come. */
export function kindField<Kind extends string>(value: Json | undefined, name: string): Kind | null {
  return textField(value, name) as Kind | null
}

/** The number of a block or a choice. Some servers write it as text or leave it out; anything else counts as 0. */
export function indexField(value: Json | undefined, name: string): number {
  const field = jsonField(value, name)
  return typeof field === 'number' || typeof field === 'string' ? Number(field) : 0
}

/** The elements of a field that is a list; none where it is not. */
export function listField(value: Json | undefined, name: string): readonly Json[] {
  const field = jsonField(value, name)
  return isJsonList(field) ? field : []
}

/** The value of a JSON text; undefined when it is not JSON. */
export function parseJson(text: string): Json | undefined {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
