import type { ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'

interface Refusal {
  readonly status: number
  readonly title: string
  readonly code: string
  readonly detail: string
}

const WITHOUT_HOST: Refusal = {
  status: 400,
  title: 'Bad Request',
  code: 'host-missing',
  detail: 'The request names no host.',
}

const BAD_ADDRESS: Refusal = {
  status: 400,
  title: 'Bad Request',
  code: 'bad-address',
  detail: 'The address of the request cannot be read.',
}

const NOT_HTTP: Refusal = {
  status: 400,
  title: 'Bad Request',
  code: 'not-http',
  detail: 'This is not a request that can be read.',
}

const REFUSALS: Readonly<Record<string, Refusal>> = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    title: 'Request Header Fields Too Large',
    code: 'headers-too-large',
    detail: 'The address and the headers of the request are too long.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    title: 'Request Timeout',
    code: 'too-slow',
    detail: 'The request took too long to arrive. Send it again.',
  },
}

/** Answers bytes that never became a request with the reason, like any other refusal, and closes the connection. `answered` when bytes were sent before. */
export function refuseUnreadable(error: NodeJS.ErrnoException, socket: Duplex, answered: boolean): void {
  // An answer may be half given: more words would be read as part of it.
  if (!socket.writable || answered) {
    socket.destroy()
    return
  }
  const refusal = REFUSALS[error.code ?? ''] ?? NOT_HTTP
  const retryable = refusal.status === 408
  const body = JSON.stringify({ type: 'about:blank', ...refusal, retryable })
  socket.end(
    [
      `HTTP/1.1 ${refusal.status} ${refusal.title}`,
      'Connection: close',
      'Cache-Control: no-store',
      'Content-Type: application/problem+json',
      'X-Content-Type-Options: nosniff',
      `Content-Length: ${Buffer.byteLength(body)}`,
      '',
      body,
    ].join('\r\n'),
  )
}

/** A request without a Host header, which the guard could not check. */
export function refuseWithoutHost(response: ServerResponse): void {
  const { body, headers } = toProblem(WITHOUT_HOST)
  response.writeHead(WITHOUT_HOST.status, headers)
  response.end(body)
}

/** A request whose address or Host is no URL. */
export function refuseAddress(): Response {
  const { body, headers } = toProblem(BAD_ADDRESS)
  return new Response(body, { status: BAD_ADDRESS.status, headers })
}

function toProblem(refusal: Refusal) {
  const headers = {
    connection: 'close',
    'cache-control': 'no-store',
    'content-type': 'application/problem+json',
    'x-content-type-options': 'nosniff',
  }
  return { body: JSON.stringify({ type: 'about:blank', ...refusal, retryable: false }), headers }
}
