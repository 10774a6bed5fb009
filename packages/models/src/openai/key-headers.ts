import type { Credentials } from '../definition.ts'

/** The key and the person's headers, which come over it: in one list they would be sent beside each other where both are called alike. */
export function keyHeaders({ key, headers }: Credentials, others: HeadersInit = {}): Headers {
  const sent = new Headers(others)
  if (key !== null) sent.set('authorization', `Bearer ${key}`)
  for (const [name, value] of Object.entries(headers)) sent.set(name, value)
  return sent
}
