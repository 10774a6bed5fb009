const FIGURE = /^\d+(\.\d+)?$/

/**
 * How long an answer asks to wait, or undefined when it does not say so in a way that makes sense: seconds, an HTTP date, or the
 * milliseconds that some servers tell beside them.
 */
export function retryAfterMs(headers: Headers, now: number): number | undefined {
  const exact = headers.get('retry-after-ms')
  if (exact !== null && FIGURE.test(exact.trim())) return Math.ceil(Number(exact))
  const asked = headers.get('retry-after')?.trim() ?? ''
  if (FIGURE.test(asked)) return Math.ceil(Number(asked) * 1000)
  // A date is a word and figures: a bare figure such as -5 would be read as a year.
  const date = /[a-z]{3}/i.test(asked) ? Date.parse(asked) : Number.NaN
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}
