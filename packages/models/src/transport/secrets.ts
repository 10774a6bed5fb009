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
    const cleaned = ordered.reduce((rest, form) => rest.replaceAll(form, REMOVED), text)
    return ordered.reduce(withoutBrokenOff, cleaned)
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

/** A text that was cut short may end within a secret. */
function withoutBrokenOff(text: string, secret: string): string {
  const end = text.endsWith('…') ? text.length - 1 : text.length
  for (let length = Math.min(secret.length - 1, end); length >= SHORTEST_SECRET; length -= 1) {
    const start = end - length
    if (text.startsWith(secret.slice(0, length), start)) return text.slice(0, start) + REMOVED + text.slice(end)
  }
  return text
}
