import type { Json } from '@stet/history'
import { ModelError } from '../model-error.ts'
import { createEventReader, type EventNotes, type WireEvent } from './event-reader.ts'
import { isJsonObject, parseJson } from './json-field.ts'
import type { LimitWatch } from './watch-limits.ts'

export interface BodyGuard {
  readonly source: ReadableStream<Uint8Array>
  /** Whether it says of itself that it is server-sent events. */
  readonly isEvents: boolean
  readonly notes: EventNotes
  readonly watch: LimitWatch
  /** Told of what breaks the reading off; gives what the reader is to be told. */
  readonly onBroken: (error: unknown) => ModelError
  readonly onEnd: () => void
  readonly host: string
}

export interface GuardedBody {
  /** The bytes, limited and cleaned. */
  readonly stream: ReadableStream<Uint8Array>
  /** Instead of the bytes, the events that they carry. */
  events(): AsyncGenerator<Json>
  /** Ends the reading at once, even while a piece is waited for. */
  fail(error: unknown): void
}

/** How long the end of a body may be behind its last event. */
const LEAVE_MS = 100

/** A body that is read piece by piece as it is asked for. */
export function guardBody({ source, isEvents, notes, watch, onBroken, onEnd, host }: BodyGuard): GuardedBody {
  const pieces = source.getReader()
  const reader = isEvents ? createEventReader(notes) : null
  const encoder = new TextEncoder()
  let controller: ReadableStreamDefaultController<Uint8Array> | null = null
  let over = false
  let failure: unknown = null
  let interrupt: ((error: unknown) => void) | null = null

  function fail(error: unknown): void {
    if (over) return
    over = true
    failure = error
    interrupt?.(error)
    controller?.error(error)
  }

  function end(): void {
    over = true
    onEnd()
  }

  /** The next bytes, null at the end. */
  async function next(): Promise<Uint8Array | null> {
    watch.waiting()
    const { done, value } = await pieces.read()
    if (done) return null
    const excess = watch.arrived(value.length)
    if (excess !== null) throw excess
    return value
  }

  /** The same, but `fail` ends the waiting, whether or not the source heeds it. */
  function nextUnlessFailed(): Promise<Uint8Array | null> {
    if (over) throw failure
    const { promise, resolve, reject } = Promise.withResolvers<Uint8Array | null>()
    interrupt = reject
    next().then(resolve, reject)
    return promise
  }

  function checkEvents(): void {
    if (reader?.hasFailed() !== true) return
    throw new ModelError('protocol', { message: `${host} sends events that are no JSON` })
  }

  function clean(chunk: Uint8Array): Uint8Array | null {
    if (reader === null) return chunk
    const events = reader.push(chunk)
    if (reader.isClean()) return chunk
    return events.length === 0 ? null : encoder.encode(events.map(toText).join(''))
  }

  function enqueue(bytes: Uint8Array | null): boolean {
    if (bytes === null || bytes.length === 0 || over) return false
    controller?.enqueue(bytes)
    return true
  }

  async function pull(): Promise<void> {
    try {
      for (let given = false; !given && !over; ) {
        const chunk = await next()
        if (over) return
        if (chunk === null) {
          const rest = reader?.flush() ?? []
          enqueue(rest.length === 0 ? null : encoder.encode(rest.map(toText).join('')))
          controller?.close()
          end()
          return
        }
        given = enqueue(clean(chunk))
        checkEvents()
      }
    } catch (error) {
      if (!over) fail(onBroken(error))
    }
  }

  /** Some servers answer at once though a stream was asked for: with a whole answer, or with an error under a status of success. */
  async function readWhole(): Promise<Json> {
    const decoder = new TextDecoder()
    let text = ''
    for (let chunk = await nextUnlessFailed(); chunk !== null; chunk = await nextUnlessFailed()) {
      text += decoder.decode(chunk, { stream: true })
    }
    const whole = parseJson(text)
    if (!isJsonObject(whole)) throw new ModelError('protocol', { message: `${host} answered with no stream of events` })
    notes.done = true
    return whole
  }

  /** Whoever leaves before the end of a body closes its connection, and the next request has to make another. */
  function leave(): void {
    const impatient = setTimeout(() => void pieces.cancel(), LEAVE_MS)
    const left = pieces.read().then(({ done }) => (done ? undefined : pieces.cancel()))
    // The answer is whole: what becomes of its connection is no trouble of anyone's.
    left.finally(() => clearTimeout(impatient)).then(undefined, () => undefined)
  }

  // One generator for both: another one inside it would cost every event of every stream.
  async function* events(): AsyncGenerator<Json> {
    try {
      if (reader === null) {
        yield await readWhole()
        return
      }
      for (;;) {
        const chunk = await nextUnlessFailed()
        for (const { payload, data } of chunk === null ? reader.flush() : reader.push(chunk)) {
          if (payload === '[DONE]') return
          yield data
        }
        checkEvents()
        if (chunk === null) return
      }
    } catch (error) {
      throw over ? failure : onBroken(error)
    } finally {
      if (!over) {
        end()
        if (notes.done) leave()
        else await pieces.cancel()
      }
    }
  }

  const stream = new ReadableStream<Uint8Array>(
    {
      start(own) {
        controller = own
      },
      pull,
      async cancel(reason) {
        end()
        await pieces.cancel(reason)
      },
    },
    // Nothing is read ahead: what is not asked for stays with the provider, and is not counted as its silence.
    { highWaterMark: 0 },
  )
  return { stream, events, fail }
}

function toText({ name, payload }: WireEvent): string {
  // Between two JSON tokens a space is as good as a line end, and keeps the event on one line.
  return `${name === '' ? '' : `event: ${name}\n`}data: ${payload.replaceAll('\n', ' ')}\n\n`
}
