import type { Connection } from '../definition.ts'
import { secretsOf } from './secrets.ts'

/** The request as it leaves, secrets removed. */
export interface CapturedRequest {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** The same connection, which tells of every request right before its bytes leave, and sends nothing of which it could not tell. */
export function captureRequests(
  connection: Connection,
  onRequest: (request: CapturedRequest) => void | Promise<void>,
): Connection {
  const { fetch: reach } = connection
  const secrets = secretsOf(connection.credentials)
  return {
    ...connection,
    fetch: async (input, init = {}) => {
      if (input instanceof Request) throw new Error('a request is captured from its parts, not from a Request')
      await onRequest({
        method: init.method ?? 'GET',
        url: secrets.removeFrom(String(input)),
        headers: secrets.removeFromHeaders(new Headers(init.headers)),
        body: secrets.removeFrom(textOf(init.body)),
      })
      return reach(input, init)
    },
  }
}

function textOf(body: RequestInit['body']): string {
  if (body === undefined || body === null) return ''
  if (typeof body === 'string') return body
  if (body instanceof Uint8Array || body instanceof ArrayBuffer) return new TextDecoder().decode(body)
  throw new Error('a body that is a stream cannot be captured before it leaves')
}
