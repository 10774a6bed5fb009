import type { Json } from '@stet/history'

/** What goes over the wire of a value: a copy without what JSON has no word for. */
export function toJson(value: unknown): Json {
  return JSON.parse(JSON.stringify(value) ?? 'null')
}

/** A field of an object, or null where it is none or has no such field. */
export function jsonField(value: Json, name: string): Json {
  return isJsonObject(value) && Object.hasOwn(value, name) ? (value[name] ?? null) : null
}

export function textField(value: Json, name: string): string | null {
  const field = jsonField(value, name)
  return typeof field === 'string' ? field : null
}

export function isJsonObject(value: Json): value is { readonly [key: string]: Json } {
  return typeof value === 'object' && value !== null && !isJsonList(value)
}

export function isJsonList(value: Json): value is readonly Json[] {
  return Array.isArray(value)
}
