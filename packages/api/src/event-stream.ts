import type { PublishedEvent } from '@stet/engine'
import type { Schedule } from './schedule.ts'

export const HEARTBEAT_MS = 15_000
/** How long a client may leave what it was sent unread before it is dropped; it comes back and is resynchronised. */
export const STALL_MS = 60_000

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
  let next: Promise<IteratorResult<PublishedEvent>> | null = null
  let stopStallClock: (() => void) | null = null
  let cancelled = false

  async function nextFrame(): Promise<string | null> {
    if (events === null) {
      events = watch(stopped.signal)[Symbol.asyncIterator]()
      next = events.next()
      return ': open\n\n'
    }
    next ??= events.next()
    const result = await orHeartbeat(next, schedule)
    if (result === 'heartbeat') return ': \n\n'
    next = null
    return result.done === true ? null : toFrame(result.value)
  }

  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        gone.addEventListener('abort', stop, { once: true })
        stopped.signal.addEventListener('abort', () => {
          gone.removeEventListener('abort', stop)
          stopStallClock?.()
        })
        if (gone.aborted) {
          stop()
          controller.close()
        }
      },
      async pull(controller) {
        stopStallClock?.()
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
          stopStallClock = schedule(() => {
            stop()
            controller.error(new Error('the client has stopped reading'))
          }, STALL_MS)
        } catch (error) {
          // Ended like any other: an error put on the stream would reach the client with its message.
          stop()
          onTrouble(error)
          controller.close()
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

function orHeartbeat<T>(promise: Promise<T>, schedule: Schedule): Promise<T | 'heartbeat'> {
  return new Promise((resolve, reject) => {
    const cancel = schedule(() => resolve('heartbeat'), HEARTBEAT_MS)
    promise.then(resolve, reject).finally(cancel)
  })
}

function toFrame({ id, event }: PublishedEvent): string {
  // JSON holds no raw line break; an id that did would let text forge a field.
  if (!/^[!-~]+$/.test(id)) throw new Error(`an event has the id ${JSON.stringify(id)}`)
  return `id: ${id}\ndata: ${JSON.stringify(event)}\n\n`
}
