import type { Credentials } from '../definition.ts'

/** What stands where a secret stood. */
export const REMOVED = '[secret removed]'

/** A shorter one is no secret, and taking it out of a text would maim words that happen to contain it. */
const SHORTEST_SECRET = 8

const SECRET_HEADERS = new Set([
  'authorization',
  'api-key',
  'cookie',
  'proxy-authorization',
  'x-amz-security-token',
  'x-api-key',
  'x-goog-api-key',
])

export interface Secrets {
  /** The text without any secret, however it was escaped on its way into it. */
  removeFrom(text: string): string
  removeFromHeaders(headers: Headers): Readonly<Record<string, string>>
}

export function secretsOf({ key, headers }: Credentials): Secrets {
  const values = [key, ...Object.values(headers)].filter(value => value !== null && value.length >= SHORTEST_SECRET)
  const forms = new Set(
    values.flatMap(value =>
      value === null ? [] : [value, JSON.stringify(value).slice(1, -1), encodeURIComponent(value)],
    ),
  )
  // The longest first: one that contains another must not be left with its rest showing.
  const ordered = [...forms].sort((one, other) => other.length - one.length)
  const own = new Set(Object.keys(headers).map(name => name.toLowerCase()))

  function removeFrom(text: string): string {
    return ordered.reduce((cleaned, form) => cleaned.replaceAll(form, REMOVED), text)
  }

  function removeFromHeaders(sent: Headers): Readonly<Record<string, string>> {
    const cleaned: Record<string, string> = {}
    sent.forEach((value, name) => {
      cleaned[name] = SECRET_HEADERS.has(name) || own.has(name) ? REMOVED : removeFrom(value)
    })
    return cleaned
  }

  return { removeFrom, removeFromHeaders }
}
