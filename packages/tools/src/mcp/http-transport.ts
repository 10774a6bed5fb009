import { type AuthProvider, StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client'
import { LARGEST_MESSAGE, McpError } from './mcp.ts'
import type { McpChallenge } from './mcp-sign-in.ts'
import { rightsChallenge } from './sign-in.ts'

interface HttpOptions {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** Every request goes through it, redirects within the same origin too. */
  readonly fetch: typeof globalThis.fetch
  /** Puts the token of a sign-in on requests. */
  readonly bearer?: AuthProvider
  /** The server wants more rights than the token has. */
  readonly onNeeded?: (challenge: McpChallenge) => void
  readonly largestMessage?: number
}

/** A server that is reached over streamable HTTP. A redirect to another origin is refused: it would be given the headers (Z-4). */
export function createHttpTransport(options: HttpOptions): Transport {
  const { url, headers, fetch, bearer, onNeeded, largestMessage = LARGEST_MESSAGE } = options
  const transport = new StreamableHTTPClientTransport(new URL(url), {
    async fetch(input, init) {
      const response = await fetch(input, init)
      const challenge = rightsChallenge(response)
      if (challenge !== null) onNeeded?.(challenge)
      return limited(response, largestMessage, onTooLarge)
    },
    requestInit: { headers: { ...headers } },
    redirectPolicy: 'same-origin',
    // Only the user widens what a token may do.
    onInsufficientScope: 'throw',
    ...(bearer && { authProvider: bearer }),
    reconnectionOptions: {
      initialReconnectionDelay: 1_000,
      maxReconnectionDelay: 30_000,
      reconnectionDelayGrowFactor: 2,
      maxRetries: 3,
    },
  })
  // Without this, a stream that was cut off would be asked for again, and the call would wait.
  function onTooLarge(error: McpError): void {
    transport.onerror?.(error)
    void transport.close()
  }
  return transport
}

/** A body that is cut off where one message of it grows too large. In a stream of events, messages end with an empty line. */
function limited(response: Response, largest: number, onTooLarge: (error: McpError) => void): Response {
  if (response.body === null) return response
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true
  let held = 0
  let lastByte = 0
  const guard = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(piece, controller) {
      const end = isStream ? lastMessageEnd(piece, lastByte) : -1
      held = end === -1 ? held + piece.length : piece.length - end
      lastByte = piece.at(-1) ?? lastByte
      if (held > largest) {
        const error = new McpError(`It sent a message of more than ${Math.round(largest / 1024 / 1024)} MB.`)
        controller.error(error)
        if (isStream) onTooLarge(error)
      } else controller.enqueue(piece)
    },
  })
  const { status, statusText, headers } = response
  return new Response(response.body.pipeThrough(guard), { status, statusText, headers })
}

/** Where the last message in a piece ends; -1 where none does. */
function lastMessageEnd(piece: Uint8Array, before: number): number {
  for (let at = piece.length - 1; at >= 0; at -= 1) {
    if (piece[at] !== 10) continue
    const previous = at === 0 ? before : piece[at - 1]
    if (previous === 10 || previous === 13) return at + 1
  }
  return -1
}
