import type { Json } from '@stet/history'

export type InputFields = { readonly [key: string]: Json }

/** Far more than any file that a model writes in one call, and small enough to save. */
export const LONGEST_INPUT = 1_000_000

export type ReadInput =
  | { readonly kind: 'read'; readonly input: InputFields }
  /** `because` is a sentence that the model reads. */
  | { readonly kind: 'invalid'; readonly because: string }

/** The arguments of a call as the model wrote them. Nothing is repaired: a tool must not run on a guess (FP-10). */
export function readInput(text: string): ReadInput {
  if (text.length > LONGEST_INPUT) {
    return invalid(
      `The arguments have ${text.length} characters, which is more than the ${LONGEST_INPUT} that are taken.`,
    )
  }
  // A tool without parameters is called with nothing at all by some models.
  const value = parse(text.trim() === '' ? '{}' : text)
  if (value instanceof SyntaxError) return invalid(`The arguments are not valid JSON: ${value.message}.`)
  return isFields(value) ? { kind: 'read', input: value } : invalid('The arguments must be one JSON object.')
}

function invalid(because: string): ReadInput {
  return { kind: 'invalid', because }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return error
    throw error
  }
}

/** For values that came from JSON. */
export function isFields(value: unknown): value is InputFields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
