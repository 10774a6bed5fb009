import type { Json } from '@stet/history'
import type { Connection } from '../definition.ts'
import { ModelError } from '../model-error.ts'
import { usualWireLimits } from '../wire-limits.ts'
import { aborted } from './aborted.ts'
import { type GuardedBody, guardBody } from './guard-body.ts'
import { networkError } from './network-error.ts'
import { secretsOf } from './secrets.ts'
import { watchLimits } from './watch-limits.ts'

/** An answer whose status refuses, its body without secrets. */
export interface Refusal {
  readonly status: number
  readonly headers: Headers
  readonly body: string
}

/** What stands between an SDK and the network for one attempt. */
export interface Wire {
  /** For the SDK. What goes out passes as it is; what comes in is limited, and cleaned where it is server-sent events. */
  readonly fetch: typeof globalThis.fetch
  /**
   * The events of a streamed answer that `fetch` gave, in place of its body: each is parsed once, which takes half of the time that an
   * SDK needs to find them in the bytes again.
   */
  events(response: Response): AsyncIterable<Json>
  readonly notes: { readonly malformed: number; readonly done: boolean }
  /** What the wire itself saw go wrong. It outranks whatever the SDK threw. */
  trouble(): ModelError | null
  /** The answer that refused: SDKs lose its headers or its body. */
  refused(): Refusal | null
  /** Of the last request, for messages. */
  host(): string
  /** Ends what is still under way. Always called, in a `finally`. */
  end(): void
}

export interface WireCall {
  readonly connection: Connection
  readonly signal: AbortSignal
}

/** A refusal is read no further: it is for a message. */
const LONGEST_REFUSAL = 64 * 1024

/** How the rest of one exchange is ended. */
type Stop = (error: unknown) => void

export function openWire({ connection, signal }: WireCall): Wire {
  // Called by itself: a browser's own fetch refuses to be the method of anything.
  const { fetch: reach } = connection
  const limits = { ...usualWireLimits, ...connection.limits }
  const secrets = secretsOf(connection.credentials)
  const notes = { malformed: 0, done: false }
  const underWay = new Set<Stop>()
  const bodies = new WeakMap<Response, GuardedBody>()
  let trouble: ModelError | null = null
  let refusal: Refusal | null = null
  let host = connection.definition.name

  async function wireFetch(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
    if (signal.aborted) throw aborted(signal)
    host = hostOf(input)
    const controller = new AbortController()
    const answered = Promise.withResolvers<Response>()
    let body: GuardedBody | null = null

    const stop: Stop = error => {
      settle()
      answered.reject(error)
      body?.fail(error)
      controller.abort(error)
    }
    const fail = (error: ModelError): ModelError => {
      trouble ??= error
      stop(trouble)
      return trouble
    }
    const broken = (error: unknown): ModelError => fail(error instanceof ModelError ? error : networkError(error, host))
    const onAbort = () => stop(aborted(signal))
    const onCancel = () => stop(init.signal?.reason)
    const watch = watchLimits(limits, host, fail)
    function settle(): void {
      watch.stop()
      signal.removeEventListener('abort', onAbort)
      init.signal?.removeEventListener('abort', onCancel)
      underWay.delete(stop)
    }
    signal.addEventListener('abort', onAbort)
    init.signal?.addEventListener('abort', onCancel)
    underWay.add(stop)
    if (init.signal?.aborted === true) onCancel()

    // No redirect is followed: the key would go along. The answer is raced, since a fetch that is handed in need not heed its signal.
    reach(input, { ...init, signal: controller.signal, redirect: 'manual' }).then(answered.resolve, error =>
      answered.reject(underWay.has(stop) ? broken(error) : error),
    )
    const response = await answered.promise
    const misled = findMisled(response, host)
    if (misled !== null) throw fail(misled)
    if (response.body === null) settle()
    else {
      const isEvents = isEventStream(response)
      body = guardBody({ source: response.body, isEvents, notes, watch, onBroken: broken, onEnd: settle, host })
    }
    const { status, statusText } = response
    const headers = withoutLength(response.headers)
    const stream = body?.stream ?? null
    if (response.ok) {
      const passed = new Response(stream, { status, statusText, headers })
      if (body !== null) bodies.set(passed, body)
      return passed
    }
    const text = secrets.removeFrom(await readStart(stream))
    refusal = { status, headers, body: text }
    return new Response(text, { status, statusText, headers })
  }

  return {
    fetch: wireFetch,
    events(response) {
      const body = bodies.get(response)
      if (body === undefined) throw new Error('the wire gave no such answer')
      return body.events()
    },
    notes,
    trouble: () => trouble,
    refused: () => refusal,
    host: () => host,
    end() {
      for (const stop of [...underWay]) stop(new Error('the answer is read no further'))
      if (notes.malformed > 0) connection.log?.(`${host}: ${notes.malformed} events that were no JSON were left out`)
    },
  }
}

/** An answer that is not the API's at all: a page to sign in at, or another address (FP-18). */
function findMisled({ ok, type, status, headers }: Response, host: string): ModelError | null {
  if (type === 'opaqueredirect' || (status >= 300 && status < 400)) {
    const to = headers.get('location')
    const message = `${host} redirects ${to === null ? 'elsewhere' : `to ${URL.parse(to)?.host ?? to}`}: the base URL is wrong, or the network asks to sign in`
    return new ModelError('protocol', { message, ...(status === 0 ? {} : { status }) })
  }
  if (ok && /^\s*text\/html/i.test(headers.get('content-type') ?? '')) {
    const message = `${host} answered with a web page: the base URL is wrong, or the network asks to sign in`
    return new ModelError('protocol', { message, status })
  }
  return null
}

function isEventStream({ headers }: Response): boolean {
  return /^\s*text\/event-stream/i.test(headers.get('content-type') ?? '')
}

/** What was decoded or taken out on the way is not what these were written for. */
function withoutLength(received: Headers): Headers {
  const headers = new Headers(received)
  headers.delete('content-length')
  headers.delete('content-encoding')
  return headers
}

async function readStart(stream: ReadableStream<Uint8Array> | null): Promise<string> {
  if (stream === null) return ''
  const decoder = new TextDecoder()
  let text = ''
  for await (const piece of stream) {
    text += decoder.decode(piece, { stream: true })
    if (text.length >= LONGEST_REFUSAL) break
  }
  return text.slice(0, LONGEST_REFUSAL)
}

function hostOf(input: RequestInfo | URL): string {
  return new URL(input instanceof Request ? input.url : input).host
}
