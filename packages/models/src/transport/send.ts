import type { Connection } from '../definition.ts'
import { ModelError } from '../model-error.ts'
import { usualWireLimits } from '../wire-limits.ts'
import { networkError } from './network-error.ts'
import { secretsOf } from './secrets.ts'
import { aborted, fromResponse, type Refusal, toReply } from './to-model-error.ts'
import { watchLimits } from './watch-limits.ts'

export interface WireRequest {
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly headers: Headers
  readonly body?: string | FormData
}

export interface Exchange {
  readonly connection: Pick<Connection, 'credentials' | 'fetch' | 'limits'>
  readonly signal: AbortSignal
  readonly request: WireRequest
  /** What a provider's own error body says more exactly than its status; null leaves it at the status. */
  readonly refine?: ((refusal: Refusal) => ModelError | null) | undefined
}

/** An answer with a status of success, read piece by piece as it is asked for. */
export interface WireAnswer {
  /** For messages. */
  readonly host: string
  readonly contentType: string
  readonly headers: Headers
  /** The next bytes; null at the end. */
  next(): Promise<Uint8Array | null>
  text(): Promise<string>
  /** Always called, in a `finally`. `complete`: every byte that matters was read, so the connection may serve the next request. */
  close(complete?: boolean): void
}

/** A refusal is only read for its message. */
const LONGEST_REFUSAL = 64 * 1024

/** How long the end of a body may come after its last event. */
const LAST_BYTES_MS = 100

/** Sends one request under the limits of its connection. Everything that goes wrong is thrown as a `ModelError`, here and while the answer is read. */
export async function send({ connection, signal, request, refine }: Exchange): Promise<WireAnswer> {
  if (signal.aborted) throw aborted(signal)
  const { url, ...init } = request
  const { host } = new URL(url)
  // Not called as a method of the connection: a browser's own fetch refuses that.
  const { fetch: reach } = connection
  const controller = new AbortController()
  let failure: ModelError | null = null
  let isClosed = false
  let interrupt: (error: ModelError) => void = () => undefined

  function fail(error: ModelError): ModelError {
    failure ??= error
    const first = failure
    close()
    interrupt(first)
    return first
  }
  const onAbort = () => void fail(aborted(signal))
  const watch = watchLimits({ ...usualWireLimits, ...connection.limits }, host, fail)
  signal.addEventListener('abort', onAbort)

  function release(): void {
    isClosed = true
    watch.stop()
    signal.removeEventListener('abort', onAbort)
  }

  function close(): void {
    if (isClosed) return
    release()
    controller.abort(failure ?? new Error('the answer is not read any further'))
  }

  /** Waits for the network. An abort or a limit ends the wait even where the given `fetch` ignores its signal. */
  function wait<T>(pending: Promise<T>): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    interrupt = reject
    pending.then(resolve, error => reject(fail(error instanceof ModelError ? error : networkError(error, host))))
    return promise
  }

  // No redirect is followed: the key would go along.
  const response = await wait(reach(url, { ...init, signal: controller.signal, redirect: 'manual' }))
  const misled = findMisled(response, host)
  if (misled !== null) throw fail(misled)
  const pieces = response.body?.getReader() ?? null

  async function next(): Promise<Uint8Array | null> {
    if (failure !== null) throw failure
    if (pieces === null || isClosed) return null
    watch.waiting()
    const { done, value } = await wait(pieces.read())
    if (done) {
      release()
      return null
    }
    const excess = watch.arrived(value.length)
    if (excess !== null) throw fail(excess)
    return value
  }

  async function text(longest = Number.POSITIVE_INFINITY): Promise<string> {
    const decoder = new TextDecoder()
    let read = ''
    for (let piece = await next(); piece !== null; piece = await next()) {
      read += decoder.decode(piece, { stream: true })
      if (read.length >= longest) break
    }
    return (read + decoder.decode()).slice(0, longest)
  }

  /** Leaving before the end of a body would close its connection, and the next request would have to open another. */
  function leave(): void {
    if (isClosed) return
    release()
    if (pieces === null) return
    const impatient = setTimeout(() => controller.abort(), LAST_BYTES_MS)
    const left = pieces.read().then(({ done }) => (done ? undefined : pieces.cancel()))
    // The answer is complete: what becomes of its connection matters to nobody.
    left.finally(() => clearTimeout(impatient)).then(undefined, () => undefined)
  }

  if (!response.ok) {
    const body = secretsOf(connection.credentials).removeFrom(await text(LONGEST_REFUSAL))
    close()
    const refusal = { status: response.status, headers: response.headers, body }
    throw (refine?.(refusal) ?? fromResponse(refusal)).with({ reply: toReply(response.headers, body) })
  }
  return {
    host,
    contentType: response.headers.get('content-type') ?? '',
    headers: response.headers,
    next,
    text: () => text(),
    close: complete => (complete === true ? leave() : close()),
  }
}

/** An answer that is not the API's at all: a sign-in page, or a redirect to another address (FP-18). */
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
