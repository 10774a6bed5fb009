import { isJsonObject, type JsonObject, parseJson } from '../transport/json-field.ts'
import { isSaid } from './is-said.ts'

/**
 * The arguments of a call where a provider takes an object and nothing else. What is none goes in the wrapping that Anthropic's
 * documentation names for it, so that the model sees what it wrote (FP-10).
 */
export function toInputObject(text: string): JsonObject {
  if (!isSaid(text)) return {}
  const value = parseJson(text)
  return isJsonObject(value) ? value : { INVALID_JSON: text }
}
