import { joinDeltas, type PublishedEvent, type Watching } from '@stet/engine'
import type { Schedule } from '../schedule.ts'
import type { WritePace } from './write-pace.ts'

export const HEARTBEAT_MS = 15_000

const encoder = new TextEncoder()
/**
 * A change of the chat list goes to every page, and is encoded once. Measured with 200 pages and 100 changes: 8 ms, and 85 ms when
 * each page encodes them by itself.
 */
const encoded = new WeakMap<PublishedEvent, Uint8Array>()

/** The time that passes between events. */
export interface EventTime {
  readonly schedule: Schedule
  /** In milliseconds, never backwards. */
  readonly clock: () => number
}

export interface EventStreamOptions {
  readonly watch: (signal: AbortSignal) => Watching
  /** Aborts when the client disconnects. */
  readonly gone: AbortSignal
  readonly time: EventTime
  readonly pace: WritePace
  readonly onError: (error: unknown) => void
}

/**
 * Events as a page reads them (SSE). Nothing is taken from the engine before the client has room for it, so that one that never
 * reads fills the engine's bounded queue and no memory here. Nothing starts before the first read either: an answer to HEAD
 * is discarded unread and must leave no watcher behind.
 */
export function toEventStream(options: EventStreamOptions): ReadableStream<Uint8Array> {
  const { watch, gone, time, pace, onError } = options
  const { schedule, clock } = time
  const stopped = new AbortController()
  const stop = () => {
    stopped.abort()
    endPause?.()
  }
  let watching: Watching | null = null
  let events: AsyncIterator<PublishedEvent> | null = null
  /** Whether the next event was asked for, and what arrived. */
  let asked = false
  let arrived: (() => IteratorResult<PublishedEvent>) | null = null
  let wake: (() => void) | null = null
  let endPause: (() => void) | null = null
  let wroteAt = Number.NEGATIVE_INFINITY
  let cancelled = false

  /** A failure is held until it is read: until then, as a rejection that nobody handles, it would end the process. */
  function ask(from: AsyncIterator<PublishedEvent>): void {
    asked = true
    from.next().then(
      result => settle(() => result),
      (error: unknown) =>
        settle(() => {
          throw error
        }),
    )
  }

  function settle(outcome: () => IteratorResult<PublishedEvent>): void {
    arrived = outcome
    wake?.()
  }

  /** Until an event arrives, or the client needs a heartbeat. */
  async function wait(): Promise<void> {
    await new Promise<void>(resolve => {
      const cancel = schedule(resolve, HEARTBEAT_MS)
      wake = () => {
        cancel()
        resolve()
      }
    })
    wake = null
  }

  async function pause(ms: number): Promise<void> {
    if (stopped.signal.aborted) return
    await new Promise<void>(resolve => {
      const cancel = schedule(resolve, ms)
      endPause = () => {
        cancel()
        resolve()
      }
    })
    endPause = null
  }

  async function nextFrames(): Promise<Uint8Array | null> {
    if (events === null) {
      watching = watch(stopped.signal)
      events = watching[Symbol.asyncIterator]()
      ask(events)
      return encoder.encode(': open\n\n')
    }
    const first = await nextEvents(events)
    if (first === null) return null
    if (first.length === 0) return encoder.encode(': \n\n')
    const early = first.some(({ event }) => event.kind !== 'part-delta') ? 0 : pace.waitMs(clock(), wroteAt)
    if (early > 0) await pause(early)
    wroteAt = clock()
    return toFrames(joinDeltas([...first, ...takeReady()]))
  }

  /** Empty when the client needs a heartbeat, null at the end. */
  async function nextEvents(from: AsyncIterator<PublishedEvent>): Promise<readonly PublishedEvent[] | null> {
    // With many runs, much has arrived in the meantime: it is taken at once, not one by one.
    const ready = asked ? [] : takeReady()
    if (ready.length > 0) return ready
    if (!asked) ask(from)
    if (arrived === null) {
      await wait()
      // Not in the same tick: what a provider sends at once goes out in one write.
      if (arrived !== null) await pause(0)
    }
    if (arrived === null) return []
    const result = taken(arrived)
    return result.done === true ? null : [result.value]
  }

  function taken(outcome: () => IteratorResult<PublishedEvent>): IteratorResult<PublishedEvent> {
    asked = false
    arrived = null
    return outcome()
  }

  function takeReady(): readonly PublishedEvent[] {
    return watching?.takeReady?.() ?? []
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
          const frames = await nextFrames()
          // A cancelled stream is closed already, and closing it again would throw.
          if (cancelled) return
          if (frames === null || stopped.signal.aborted) {
            stop()
            controller.close()
            return
          }
          controller.enqueue(frames)
        } catch (error) {
          // Ended like any other: an error put on the stream would reach the client with its message.
          stop()
          onError(error)
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

function toFrame(published: PublishedEvent): Uint8Array {
  if (published.event.kind !== 'chat-listed') return makeFrame(published)
  const known = encoded.get(published)
  if (known !== undefined) return known
  const frame = makeFrame(published)
  encoded.set(published, frame)
  return frame
}

function makeFrame({ id, event }: PublishedEvent): Uint8Array {
  // JSON holds no raw line break; an id that did would let text forge a field.
  if (!/^[!-~]+$/.test(id)) throw new Error(`an event has the id ${JSON.stringify(id)}`)
  return encoder.encode(`id: ${id}\ndata: ${JSON.stringify(event)}\n\n`)
}

function toFrames(events: readonly PublishedEvent[]): Uint8Array {
  const frames = events.map(toFrame)
  const [only] = frames
  if (frames.length === 1 && only !== undefined) return only
  const joined = new Uint8Array(frames.reduce((length, frame) => length + frame.length, 0))
  let at = 0
  for (const frame of frames) {
    joined.set(frame, at)
    at += frame.length
  }
  return joined
}
