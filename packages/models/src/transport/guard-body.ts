import { ModelError } from '../model-error.ts'
import type { EventCleaner } from './event-cleaner.ts'
import type { LimitWatch } from './watch-limits.ts'

export interface BodyGuard {
  readonly source: ReadableStream<Uint8Array>
  /** Null for a body that is no server-sent events. */
  readonly cleaner: EventCleaner | null
  readonly watch: LimitWatch
  /** Told of what breaks the reading off; gives what the reader is to be told. */
  readonly onBroken: (error: unknown) => ModelError
  readonly onEnd: () => void
  readonly host: string
}

export interface GuardedBody {
  readonly stream: ReadableStream<Uint8Array>
  /** Ends the reading at once, even while a piece is waited for. */
  fail(error: unknown): void
}

/** A body that is read piece by piece as it is asked for, limited and cleaned. */
export function guardBody({ source, cleaner, watch, onBroken, onEnd, host }: BodyGuard): GuardedBody {
  const reader = source.getReader()
  let controller: ReadableStreamDefaultController<Uint8Array> | null = null
  let over = false

  function fail(error: unknown): void {
    if (over) return
    over = true
    controller?.error(error)
  }

  function enqueue(bytes: Uint8Array | null): boolean {
    if (bytes === null || bytes.length === 0 || over) return false
    controller?.enqueue(bytes)
    return true
  }

  function close(): void {
    if (over) return
    over = true
    controller?.close()
    onEnd()
  }

  async function pull(): Promise<void> {
    try {
      let given = false
      while (!given && !over) {
        watch.waiting()
        const { done, value } = await reader.read()
        if (over) return
        if (done) {
          enqueue(cleaner?.flush() ?? null)
          close()
          return
        }
        const excess = watch.arrived(value.length)
        if (excess !== null) throw excess
        given = enqueue(cleaner === null ? value : cleaner.push(value))
        if (cleaner?.failed() === true)
          throw new ModelError('protocol', { message: `${host} sends events that are no JSON` })
      }
    } catch (error) {
      if (!over) fail(onBroken(error))
    }
  }

  const stream = new ReadableStream<Uint8Array>(
    {
      start(own) {
        controller = own
      },
      pull,
      async cancel(reason) {
        over = true
        onEnd()
        await reader.cancel(reason)
      },
    },
    // Nothing is read ahead: what is not asked for stays with the provider, and is not counted as its silence.
    { highWaterMark: 0 },
  )
  return { stream, fail }
}
