import { isJsonObject, parseJson } from '../transport/json-field.ts'
import type { Block } from './block.ts'

/**
 * The arguments of a call as Anthropic takes them, which is an object and nothing else. What is none goes in the wrapping that Anthropic's
 * documentation names for it, so that the model sees what it wrote (FP-10).
 */
export function toInput(text: string): Block {
  if (!/\S/.test(text)) return {}
  const value = parseJson(text)
  return isJsonObject(value) ? value : { INVALID_JSON: text }
}
