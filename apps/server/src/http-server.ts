import { randomUUID } from 'node:crypto'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import { Socket } from 'node:net'
import { getRequestListener, RequestError } from '@hono/node-server'
import { FILES } from '@stet/api'
import {
  answerUnexpected,
  refuseAddress,
  refuseExpectation,
  refuseTunnel,
  refuseUnreadable,
  refuseWithoutHost,
} from './refuse-unreadable.ts'
import { watchBody } from './watch-body.ts'

export interface HttpLimits {
  /** For the head of a request, and for the whole of it: who takes longer is answered 408 and cut off. */
  readonly headersMs: number
  readonly requestMs: number
  /** For the whole of an upload. */
  readonly uploadMs: number
  readonly checkEveryMs: number
  /**
   * For bytes to move at all, either way: a client that leaves an event stream unread is dropped, and resynchronised when it is back. An answer that
   * has not begun is no such case.
   */
  readonly stalledMs: number
  /** How long a connection is kept for its next request. Longer than proxies and clients keep theirs, which then never use a closed one. */
  readonly unusedMs: number
  readonly connections: number
}

export const HTTP_LIMITS: HttpLimits = {
  headersMs: 10_000,
  requestMs: 30_000,
  uploadMs: 30 * 60_000,
  checkEveryMs: 1_000,
  stalledMs: 60_000,
  unusedMs: 75_000,
  connections: 1_000,
}

/** Called with what kept a request from its answer, and the reference under which the answer names it. */
type OnTrouble = (error: unknown, reference?: string) => void

interface Outgoing {
  readonly destroyed: boolean
  destroy(): unknown
}

type Fetch = (request: Request) => Response | Promise<Response>
type Listener = (request: IncomingMessage, response: ServerResponse) => Promise<unknown>

export interface HttpServer {
  readonly server: Server
  /** Requests that came before wait for it. */
  answerWith(fetch: Fetch): void
}

/**
 * Made before there is anything to answer with, because the allowed Host names the port and the port is known once it listens.
 * Responses have no time limit: an event stream lives for days, and moves every 15 s.
 */
export function createHttpServer(limits: HttpLimits, base: string, onTrouble: OnTrouble): HttpServer {
  const { promise, resolve } = Promise.withResolvers<Listener>()
  const answering = new WeakSet<Socket>()
  const server = createServer(
    {
      headersTimeout: limits.headersMs,
      requestTimeout: limits.uploadMs,
      connectionsCheckingInterval: limits.checkEveryMs,
      // Node would answer without a body; see `refuseWithoutHost`.
      requireHostHeader: false,
    },
    (request, response) => {
      if (!request.headers.host) return refuseWithoutHost(response)
      const path = pathBelow(base, request.url ?? '')
      if (path === null) return refuseOutside(base, request, response)
      request.url = path
      if (!isUpload(request)) endWithin(request, limits.requestMs)
      awaitAnswer(request, response, limits.stalledMs)
      answering.add(request.socket)
      response.once('close', () => answering.delete(request.socket))
      promise.then(listener => listener(request, response)).catch(error => onTrouble(error))
    },
  )
  server.on('clientError', (error, socket) => {
    refuseUnreadable(error, socket, socket instanceof Socket && socket.bytesWritten > 0)
  })
  // Node would answer the first without a body, and the second not at all.
  server.on('checkExpectation', (_, response) => refuseExpectation(response))
  server.on('connect', (_, socket) => refuseTunnel(socket))
  server.maxConnections = limits.connections
  server.timeout = limits.stalledMs
  server.keepAliveTimeout = limits.unusedMs
  server.keepAliveTimeoutBuffer = 0
  server.on('timeout', socket => {
    if (!answering.has(socket)) closeUnlessRead(socket)
  })

  /** A client that went away within its request gets no answer, and is no trouble. */
  function answerTrouble(error: unknown, isGone = false): Response {
    if (error instanceof RequestError) return refuseAddress()
    const reference = randomUUID()
    if (!isGone) onTrouble(error, reference)
    return answerUnexpected(reference)
  }

  async function answer(fetch: Fetch, request: Request, outgoing: Outgoing) {
    try {
      return await watchBody(await fetch(request), error => {
        if (!outgoing.destroyed) onTrouble(error)
        outgoing.destroy()
      })
    } catch (error) {
      return answerTrouble(error, outgoing.destroyed)
    }
  }

  return {
    server,
    answerWith: fetch =>
      resolve(
        getRequestListener((request, { outgoing }) => answer(fetch, request, outgoing), {
          overrideGlobalObjects: false,
          errorHandler: error => answerTrouble(error),
        }),
      ),
  }
}

/** What a path is below the base, as everything behind this server knows it; null for one outside. */
function pathBelow(base: string, path: string): string | null {
  if (base === '') return path
  return path.startsWith(`${base}/`) ? path.slice(base.length) : null
}

/** The page needs the slash at the end: its files are beside it. */
function refuseOutside(base: string, { url, method }: IncomingMessage, response: ServerResponse): void {
  const [path, query] = (url ?? '').split('?')
  const isFront = (path === '/' || path === base) && (method === 'GET' || method === 'HEAD')
  if (!isFront) response.writeHead(404, { 'content-type': 'text/plain' }).end(`Stet is at ${base}/\n`)
  else response.writeHead(302, { location: `${base}/${query === undefined ? '' : `?${query}`}` }).end()
}

/** Node has one time limit for all requests, and a large file needs more than any other. */
function isUpload({ method, url }: IncomingMessage): boolean {
  return method === FILES.upload.method && url === FILES.upload.path
}

/** Deleting half of a very long chat takes longer than a client may be silent: a client that waits for an answer is not dropped. */
function awaitAnswer(request: IncomingMessage, response: ServerResponse, limitMs: number): void {
  response.on('timeout', (socket: Socket) => {
    if (request.complete && !response.headersSent) socket.setTimeout(limitMs)
    else socket.destroy()
  })
}

/** Timers run before sockets are read: after a pause of the event loop, the next request may be there already, and would be lost. */
function closeUnlessRead(socket: Socket): void {
  const { bytesRead } = socket
  setImmediate(() => {
    if (socket.bytesRead === bytesRead) socket.destroy()
  })
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
