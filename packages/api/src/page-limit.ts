import * as z from 'zod/mini'
import { invalid } from './problem.ts'

const MAX_LIMIT = 100
const DEFAULT_LIMIT = 50

/** How many of a list are wanted, as a query says it. */
export const limitText = z.optional(z.string())

export function toLimit(text: string | undefined): number {
  if (text === undefined) return DEFAULT_LIMIT
  const limit = /^\d{1,3}$/.test(text) ? Number(text) : 0
  if (limit < 1 || limit > MAX_LIMIT) throw invalid('limit', `"limit" must be a whole number from 1 to ${MAX_LIMIT}.`)
  return limit
}
