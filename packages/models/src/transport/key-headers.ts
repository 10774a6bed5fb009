import type { Credentials } from '../definition.ts'

/** Headers with the key as a bearer. The user's own headers take precedence, also over the key. */
export function keyHeaders({ key, headers }: Credentials, others: HeadersInit = {}): Headers {
  const sent = new Headers(others)
  if (key !== null) sent.set('authorization', `Bearer ${key}`)
  for (const [name, value] of Object.entries(headers)) sent.set(name, value)
  return sent
}

/** Of a request whose body is JSON. */
export const JSON_HEADERS = { accept: 'application/json', 'content-type': 'application/json' }
