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

const UNMET_EXPECTATION: Refusal = {
  status: 417,
  title: 'Expectation Failed',
  code: 'expectation-failed',
  detail: 'What the request expects of the server is not offered here.',
}

const NO_TUNNEL: Refusal = {
  status: 405,
  title: 'Method Not Allowed',
  code: 'no-tunnel',
  detail: 'This is no proxy.',
}

const REFUSALS: Readonly<Record<string, Refusal>> = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    title: 'Request Header Fields Too Large',
    code: 'headers-too-large',
    detail: 'The address and the headers of the request are too long.',
  },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: {
    status: 413,
    title: 'Content Too Large',
    code: 'too-large',
    detail: 'The request says too much about its chunks.',
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
  endWith(REFUSALS[error.code ?? ''] ?? NOT_HTTP, socket)
}

/** A request for a tunnel to another server. */
export function refuseTunnel(socket: Duplex): void {
  endWith(NO_TUNNEL, socket)
}

function endWith(refusal: Refusal, socket: Duplex): void {
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
  refuseWith(WITHOUT_HOST, response)
}

/** A request that expects anything but `100-continue`. */
export function refuseExpectation(response: ServerResponse): void {
  refuseWith(UNMET_EXPECTATION, response)
}

function refuseWith(refusal: Refusal, response: ServerResponse): void {
  const { body, headers } = toProblem(refusal)
  response.writeHead(refusal.status, headers)
  response.end(body)
}

/** A request whose address or Host is no URL. */
export function refuseAddress(): Response {
  return toResponse(BAD_ADDRESS)
}

/** A request that could not be answered, for a reason that the log has. */
export function answerUnexpected(reference: string): Response {
  return toResponse({
    status: 500,
    title: 'Internal Server Error',
    code: 'unexpected',
    detail: `Something went wrong here. The log has it under ${reference}.`,
  })
}

function toResponse(refusal: Refusal): Response {
  const { body, headers } = toProblem(refusal)
  return new Response(body, { status: refusal.status, headers })
}

function toProblem(refusal: Refusal) {
  const body = JSON.stringify({ type: 'about:blank', ...refusal, retryable: false })
  const headers = {
    connection: 'close',
    'cache-control': 'no-store',
    'content-type': 'application/problem+json',
    'content-length': String(Buffer.byteLength(body)),
    'x-content-type-options': 'nosniff',
  }
  return { body, headers }
}
