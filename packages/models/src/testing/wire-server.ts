import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import { setTimeout as after } from 'node:timers/promises'

/** A step of an answer's body: bytes that go out as a piece of their own, or what befalls the connection. */
export type WireStep =
  | string
  | Uint8Array
  | { readonly waitMs: number }
  /** The connection breaks off as by a lost network. */
  | 'reset'
  /** Nothing more comes, and the connection stays open. */
  | 'hang'

export interface WireReply {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  /** The answer ends after the last step, unless that one says otherwise. May be endless. */
  readonly body?: string | Iterable<WireStep>
}

export interface WireRequest {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export interface WireServer {
  /** Without a slash at its end. */
  readonly url: string
  /** As they arrived, since the last call of `reply`. */
  readonly requests: readonly WireRequest[]
  /** Requests from now on are answered by these in turn, and all further ones by the last. */
  reply(...replies: readonly (WireReply | ((request: WireRequest) => WireReply))[]): void
  close(): Promise<void>
}

/** A scripted server on loopback. */
export async function startWireServer(port = 0): Promise<WireServer> {
  let replies: readonly (WireReply | ((request: WireRequest) => WireReply))[] = []
  let requests: WireRequest[] = []
  const closing = new AbortController()

  const server = createServer((incoming, outgoing) => {
    const pieces: Uint8Array[] = []
    incoming.on('data', (piece: Uint8Array) => pieces.push(piece))
    incoming.on('end', () => {
      const { method = '', url: path = '', headers } = incoming
      const request = { method, path, headers, body: Buffer.concat(pieces).toString('utf8') }
      requests.push(request)
      const reply = replies[Math.min(requests.length, replies.length) - 1] ?? {
        status: 500,
        body: 'no reply was scripted',
      }
      void answer(outgoing, typeof reply === 'function' ? reply(request) : reply, closing.signal)
    })
  })
  // On a busy machine Node's own 5 s may pass between two requests of a test, and the second would meet a connection that is just being closed.
  server.keepAliveTimeout = 60_000
  const listening = Promise.withResolvers<void>()
  server.listen(port, '127.0.0.1', listening.resolve)
  await listening.promise
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')

  return {
    url: `http://127.0.0.1:${address.port}`,
    get requests() {
      return requests
    },
    reply(...next) {
      replies = next
      requests = []
    },
    async close() {
      closing.abort()
      server.closeAllConnections()
      const closed = Promise.withResolvers<void>()
      server.close(() => closed.resolve())
      await closed.promise
    },
  }
}

async function answer(outgoing: ServerResponse, reply: WireReply, closing: AbortSignal): Promise<void> {
  outgoing.socket?.setNoDelay(true)
  outgoing.writeHead(reply.status ?? 200, { ...reply.headers })
  outgoing.flushHeaders()
  for (const step of typeof reply.body === 'string' ? [reply.body] : (reply.body ?? [])) {
    if (closing.aborted || outgoing.destroyed) return
    if (step === 'hang') return
    if (step === 'reset') {
      // What was written must have left, or the reset would take it along.
      await after(20)
      outgoing.socket?.resetAndDestroy()
      return
    }
    if (typeof step === 'object' && 'waitMs' in step) await after(step.waitMs)
    else {
      outgoing.write(step)
      await after(0)
    }
  }
  outgoing.end()
}
