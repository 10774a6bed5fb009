import type { PublishedEvent } from '@stet/engine'
import type { Schedule } from './schedule.ts'

export const HEARTBEAT_MS = 15_000

export interface EventStreamOptions {
  readonly watch: (signal: AbortSignal) => AsyncIterable<PublishedEvent>
  /** Aborts when the client goes. */
  readonly gone: AbortSignal
  readonly schedule: Schedule
  readonly onTrouble: (error: unknown) => void
}

/**
 * Events as a page reads them (SSE). Nothing is taken from the engine before the client has room for it, so that one that never
 * reads fills the engine's bounded queue and no memory here. Nothing starts before the first read either: an answer to HEAD
 * is thrown away unread and must leave no watcher behind.
 */
export function toEventStream({ watch, gone, schedule, onTrouble }: EventStreamOptions): ReadableStream<Uint8Array> {
  const stopped = new AbortController()
  const stop = () => stopped.abort()
  let events: AsyncIterator<PublishedEvent> | null = null
  let next: Promise<() => IteratorResult<PublishedEvent>> | null = null
  let cancelled = false

  async function nextFrame(): Promise<string | null> {
    if (events === null) {
      events = watch(stopped.signal)[Symbol.asyncIterator]()
      next = outcomeOf(events.next())
      return ': open\n\n'
    }
    next ??= outcomeOf(events.next())
    const outcome = await orHeartbeat(next, schedule)
    if (outcome === 'heartbeat') return ': \n\n'
    next = null
    const result = outcome()
    return result.done === true ? null : toFrame(result.value)
  }

  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        gone.addEventListener('abort', stop, { once: true })
        stopped.signal.addEventListener('abort', () => gone.removeEventListener('abort', stop))
        if (gone.aborted) {
          stop()
          controller.close()
        }
      },
      async pull(controller) {
        try {
          const frame = await nextFrame()
          // A stream that its reader gave up is closed already, and closing it again would throw.
          if (cancelled) return
          if (frame === null || stopped.signal.aborted) {
            stop()
            controller.close()
            return
          }
          controller.enqueue(new TextEncoder().encode(frame))
        } catch (error) {
          // Ended like any other: an error put on the stream would reach the client with its message.
          stop()
          onTrouble(error)
          if (!cancelled) controller.close()
        }
      },
      cancel() {
        cancelled = true
        stop()
      },
    },
    { highWaterMark: 0 },
  )
}

/** A failure is kept until somebody reads: one that nobody waits for yet would end the process as an unhandled rejection. */
function outcomeOf<T>(promise: Promise<T>): Promise<() => T> {
  return promise.then(
    value => () => value,
    (error: unknown) => () => {
      throw error
    },
  )
}

async function orHeartbeat<T>(promise: Promise<T>, schedule: Schedule): Promise<T | 'heartbeat'> {
  const heartbeat = Promise.withResolvers<'heartbeat'>()
  const cancel = schedule(() => heartbeat.resolve('heartbeat'), HEARTBEAT_MS)
  try {
    return await Promise.race([promise, heartbeat.promise])
  } finally {
    cancel()
  }
}

function toFrame({ id, event }: PublishedEvent): string {
  // JSON holds no raw line break; an id that did would let text forge a field.
  if (!/^[!-~]+$/.test(id)) throw new Error(`an event has the id ${JSON.stringify(id)}`)
  return `id: ${id}\ndata: ${JSON.stringify(event)}\n\n`
}
