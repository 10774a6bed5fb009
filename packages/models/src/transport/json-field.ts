import type { Json } from '@stet/history'

export type JsonObject = { readonly [key: string]: Json }

/** For what was parsed from JSON: only whether it is an object is asked. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function isJsonList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value)
}

/** A field of an object, or null where it is none or has no such field. */
export function jsonField(value: Json | undefined, name: string): Json {
  return isJsonObject(value) && Object.hasOwn(value, name) ? (value[name] ?? null) : null
}

export function textField(value: Json | undefined, name: string): string | null {
  const field = jsonField(value, name)
  return typeof field === 'string' ? field : null
}

/** The elements of a field that is a list, none where it is not. */
export function listField(value: Json | undefined, name: string): readonly Json[] {
  const field = jsonField(value, name)
  return isJsonList(field) ? field : []
}

/** The value of a JSON text, or undefined when it is none. */
export function parseJson(text: string): Json | undefined {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/** What goes over the wire of a value: a copy without what JSON has no word for. */
export function toJson(value: unknown): Json {
  return JSON.parse(JSON.stringify(value) ?? 'null')
}
