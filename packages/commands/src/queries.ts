import * as z from 'zod/mini'
import { LARGEST_PAGE } from './limits.ts'

const PAGE_RULE = `must be a whole number from 1 to ${LARGEST_PAGE}`

/** How many entries of a list are wanted. */
export const limit = z.optional(
  z.pipe(
    z.string().check(z.regex(/^\d{1,3}$/, PAGE_RULE)),
    z.pipe(z.transform(Number), z.number().check(z.minimum(1, PAGE_RULE), z.maximum(LARGEST_PAGE, PAGE_RULE))),
  ),
)

export const cursor = z.optional(z.string().check(z.minLength(1), z.maxLength(200)))
export const queryText = z.optional(z.string().check(z.minLength(1), z.maxLength(500)))

/** Milliseconds since 1970, or an order. */
export const moment = z.optional(
  z.pipe(z.string().check(z.regex(/^\d{1,15}$/, 'must be a whole number')), z.transform(Number)),
)
