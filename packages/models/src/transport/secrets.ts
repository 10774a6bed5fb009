import type { Credentials } from '../definition.ts'
import { toBase64 } from './to-base64.ts'

/** Replaces a secret. */
export const REMOVED = '[secret removed]'

/** A shorter value is no secret, and removing it would damage words that happen to contain it. */
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
  /** The text without any secret, however it was escaped or encoded. */
  removeFrom(text: string): string
  removeFromHeaders(headers: Headers): Readonly<Record<string, string>>
}

export function secretsOf({ key, headers }: Credentials): Secrets {
  const values = [key, ...Object.values(headers)].filter(value => value !== null && value.length >= SHORTEST_SECRET)
  const forms = new Set(values.flatMap(value => (value === null ? [] : formsOf(value))))
  // The longest first: of one that contains another, nothing may be left over.
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

/** A secret as it is, escaped, and in the base64 of a header or a log, wherever in a longer text it was encoded. */
function formsOf(value: string): readonly string[] {
  const bytes = new TextEncoder().encode(value)
  const shifted = [0, 1, 2].map(before => {
    const encoded = toBase64(Uint8Array.from([...Array(before).fill(0), ...bytes]))
    // Its first and last characters depend on the neighbours.
    return encoded.slice(before === 0 ? 0 : before + 1, Math.floor(((before + bytes.length) * 4) / 3))
  })
  const urlSafe = shifted.map(text => text.replaceAll('+', '-').replaceAll('/', '_'))
  return [value, JSON.stringify(value).slice(1, -1), encodeURIComponent(value), ...shifted, ...urlSafe].filter(
    form => form.length >= SHORTEST_SECRET,
  )
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
