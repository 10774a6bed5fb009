import type { Dispatcher } from 'undici'

/** A request whose body is text, as `fetch` takes it. */
export interface PostedText {
  readonly headers: Headers
  readonly body: string
  readonly signal: AbortSignal | null
}

/** What `fetch` adds to every request. */
const USUAL_HEADERS = {
  accept: '*/*',
  'accept-language': '*',
  'sec-fetch-mode': 'cors',
  'user-agent': 'node',
  'accept-encoding': 'gzip, deflate',
}
/** An answer that is read more slowly than it comes waits in the connection beyond this. */
const MOST_UNREAD_BYTES = 256 * 1024
const WITHOUT_BODY = [204, 205, 304]

/**
 * Posts text as `fetch` does, without following redirects. The body of the answer is read by what has arrived: `fetch` hands over every piece of a
 * chunked answer by itself, however many come at once, which costs a quarter of a token when many runs stream.
 */
export function postJoined(
  dispatcher: Pick<Dispatcher, 'dispatch'>,
  url: URL,
  { headers, body, signal }: PostedText,
): Promise<Response> {
  const { promise, resolve, reject } = Promise.withResolvers<Response>()
  if (signal?.aborted) {
    reject(signal.reason)
    return promise
  }
  const arrived = createArrived()
  const onAbort = () => fail(signal?.reason)
  signal?.addEventListener('abort', onAbort)
  const release = () => signal?.removeEventListener('abort', onAbort)

  function fail(error: unknown): void {
    release()
    reject(error)
    arrived.fail(error)
  }
  dispatcher.dispatch(
    {
      origin: url.origin,
      path: url.pathname + url.search,
      method: 'POST',
      headers: { ...USUAL_HEADERS, ...Object.fromEntries(headers) },
      body,
    },
    {
      onRequestStart(controller) {
        arrived.control(controller)
      },
      onResponseStart(_controller, status, received) {
        if (status >= 200) resolve(toResponse(status, received, arrived.stream))
      },
      onResponseData(_controller, piece: Buffer<ArrayBuffer>) {
        arrived.add(piece)
      },
      onResponseEnd() {
        release()
        arrived.end()
      },
      onResponseError(_controller, error) {
        fail(new TypeError('fetch failed', { cause: error }))
      },
    },
  )
  return promise
}

interface Arrived {
  readonly stream: ReadableStream<Uint8Array<ArrayBuffer>>
  control(controller: Dispatcher.DispatchController): void
  add(piece: Uint8Array<ArrayBuffer>): void
  end(): void
  fail(error: unknown): void
}

/** The bytes of an answer that have arrived and are not read yet: one read takes them all. */
function createArrived(): Arrived {
  let connection: Dispatcher.DispatchController | null = null
  let pieces: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  let ending: { readonly error: unknown } | 'ended' | null = null
  let wake: (() => void) | null = null

  function wakeUp(): void {
    wake?.()
    wake = null
  }

  /** Closes the connection, which nothing else can use before the end of this answer. */
  function abandon(): void {
    connection?.abort(new Error('the answer is not read any further'))
  }

  function take(): Uint8Array<ArrayBuffer> | null {
    const [first] = pieces
    if (first === undefined) return null
    const joined = pieces.length === 1 ? first : Buffer.concat(pieces, size)
    pieces = []
    size = 0
    if (connection?.paused === true) connection.resume()
    return joined
  }

  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(reader) {
        if (pieces.length === 0 && ending === null) {
          // Resolved in a microtask, after all pieces of one read of the socket.
          await new Promise<void>(resolve => {
            wake = resolve
          })
        }
        const bytes = take()
        if (bytes !== null) reader.enqueue(bytes)
        else if (ending === 'ended') reader.close()
        else reader.error(ending?.error)
      },
      cancel: abandon,
    },
    { highWaterMark: 0 },
  )

  return {
    stream,
    control(controller) {
      connection = controller
      if (ending !== null) abandon()
    },
    add(piece) {
      pieces.push(piece)
      size += piece.length
      if (size > MOST_UNREAD_BYTES) connection?.pause()
      wakeUp()
    },
    end() {
      ending ??= 'ended'
      wakeUp()
    },
    fail(error) {
      ending ??= { error }
      abandon()
      wakeUp()
    },
  }
}

function toResponse(
  status: number,
  received: NodeJS.Dict<string | string[]>,
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
): Response {
  const headers = new Headers()
  for (const [name, value] of Object.entries(received)) {
    for (const one of [value ?? []].flat()) headers.append(name, one)
  }
  const body = WITHOUT_BODY.includes(status) ? null : decoded(stream, headers.get('content-encoding'))
  return new Response(body, { status, headers })
}

function decoded(
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
  encoding: string | null,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const coding = encoding?.trim().toLowerCase()
  if (coding === 'gzip' || coding === 'x-gzip') return stream.pipeThrough(new DecompressionStream('gzip'))
  return coding === 'deflate' ? stream.pipeThrough(new DecompressionStream('deflate')) : stream
}
