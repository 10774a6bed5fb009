import type { ToolResultPart } from '@stet/history'
import { ModelError } from '../model-error.ts'
import { isJsonObject, type JsonObject, parseJson } from '../transport/json-field.ts'

/** Whether a text says anything: providers refuse one that is blank. */
export function isSaid(text: string): boolean {
  return /\S/.test(text)
}

/** The values that occur earlier in the list too, each as often as it repeats. */
export function repeated<T>(values: readonly T[]): readonly T[] {
  const seen = new Set<T>()
  return values.filter(value => seen.size === seen.add(value).size)
}

/** Sent in place of a result without content: an empty one is refused. */
export const WITHOUT_WORDS: Readonly<Record<ToolResultPart['outcome'], string>> = {
  done: 'The tool gave no output.',
  failed: 'The tool failed.',
  denied: 'The call was denied.',
  unknown: 'Whether the tool ran is not known.',
}

/**
 * The arguments of a call where a provider takes an object and nothing else. Anything else goes in the wrapping that Anthropic's
 * documentation names for it, so that the model sees what it wrote (FP-10).
 */
export function toInputObject(text: string): JsonObject {
  if (!isSaid(text)) return {}
  const value = parseJson(text)
  return isJsonObject(value) ? value : { INVALID_JSON: text }
}

/** A request that its provider would refuse is not sent. */
export function refuseBreaches(provider: string, breaches: readonly string[]): void {
  if (breaches.length === 0) return
  throw new ModelError('invalid-request', { message: `${provider} would refuse this request: ${breaches.join('; ')}` })
}

/** What a model is asked that does not continue after its own last words (R9). Models have read it so since the first version. */
export const GO_ON = 'Your last message broke off. Go on exactly where it ends, and repeat nothing of it.'
