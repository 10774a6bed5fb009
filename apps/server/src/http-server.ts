import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import { Socket } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { FILES } from '@stet/api'
import { refuseUnreadable, refuseWithoutHost } from './refuse-unreadable.ts'

export interface HttpLimits {
  /** For the head of a request, and for the whole of it: who takes longer is answered 408 and cut off. */
  readonly headersMs: number
  readonly requestMs: number
  /** For the whole of an upload. */
  readonly uploadMs: number
  readonly checkEveryMs: number
  /** For bytes to move at all, either way: a client that leaves an event stream unread is dropped, and resynchronised when it is back. */
  readonly stalledMs: number
  readonly connections: number
}

export const HTTP_LIMITS: HttpLimits = {
  headersMs: 10_000,
  requestMs: 30_000,
  uploadMs: 30 * 60_000,
  checkEveryMs: 1_000,
  stalledMs: 60_000,
  connections: 1_000,
}

type Listener = (request: IncomingMessage, response: ServerResponse) => Promise<unknown>

export interface HttpServer {
  readonly server: Server
  /** Requests that came before wait for it. */
  answerWith(fetch: (request: Request) => Response | Promise<Response>): void
}

/**
 * Made before there is anything to answer with, because the allowed Host names the port and the port is known once it listens.
 * Responses have no time limit: an event stream lives for days, and moves every 15 s.
 */
export function createHttpServer(limits: HttpLimits, onTrouble: (error: unknown) => void): HttpServer {
  const { promise, resolve } = Promise.withResolvers<Listener>()
  const server = createServer(
    {
      headersTimeout: limits.headersMs,
      requestTimeout: limits.uploadMs,
      connectionsCheckingInterval: limits.checkEveryMs,
      // Node would answer without a body; see `refuseWithoutHost`.
      requireHostHeader: false,
    },
    (request, response) => {
      if (request.headers.host === undefined) return refuseWithoutHost(response)
      if (!isUpload(request)) endWithin(request, limits.requestMs)
      promise.then(listener => listener(request, response)).catch(onTrouble)
    },
  )
  server.on('clientError', (error, socket) => {
    refuseUnreadable(error, socket, socket instanceof Socket && socket.bytesWritten > 0)
  })
  server.maxConnections = limits.connections
  server.timeout = limits.stalledMs
  return {
    server,
    answerWith: fetch => resolve(getRequestListener(fetch, { overrideGlobalObjects: false })),
  }
}

/** Node has one time limit for all requests, and a large file needs more than any other. */
function isUpload({ method, url }: IncomingMessage): boolean {
  return method === FILES.upload.method && url === FILES.upload.path
}

function endWithin(request: IncomingMessage, limitMs: number): void {
  const { socket } = request
  const written = socket.bytesWritten
  const timer = setTimeout(() => {
    if (request.complete) return
    refuseUnreadable(
      { name: 'TooSlow', message: '', code: 'ERR_HTTP_REQUEST_TIMEOUT' },
      socket,
      socket.bytesWritten > written,
    )
  }, limitMs)
  const clear = () => clearTimeout(timer)
  request.once('end', clear)
  request.once('close', clear)
}
