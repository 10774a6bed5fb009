import type { ChatEvent, ChatId } from '@stet/engine'
import type { Schedule } from '../schedule.ts'
import { ApiError } from './api-error.ts'
import { readEvents } from './read-events.ts'

export type WatchState = 'connecting' | 'live' | 'reconnecting' | 'closed'

export interface WatchOptions {
  readonly chats: readonly ChatId[]
  /** Each event with its id. An error it throws ends the watch and is rethrown: a page that cannot follow must not look live. */
  readonly onEvent: (event: ChatEvent, id: string) => void
  /** With the error that caused it, if one did. When `live` follows `reconnecting`, the page reads its chat list again. */
  readonly onState?: (state: WatchState, because: ApiError | null) => void
  readonly lastEventId?: string | null
}

export interface Watch {
  close(): void
  /** Watches these chats from now on. If one of them is new, each starts with a snapshot. */
  setChats(chats: readonly ChatId[]): void
  /** Starts over with snapshots: for a page whose state `applyEvent` cannot continue. */
  resync(): void
}

export interface WatchDeps {
  readonly open: (chats: readonly ChatId[], lastEventId: string | null, signal: AbortSignal) => Promise<Response>
  readonly schedule: Schedule
  readonly random: () => number
  readonly onWake: OnWake
}

/** Follows chats until closed, over any number of connections: each resumes after the last event that was handled. */
export function watch(options: WatchOptions, { open, schedule, random, onWake }: WatchDeps): Watch {
  let chats = options.chats
  let lastEventId = options.lastEventId ?? null
  let state: WatchState | null = null
  let connection = new AbortController()
  let endPause: (() => void) | null = null
  let attempt = 0
  let closed = false

  function enter(next: WatchState, because: ApiError | null = null): void {
    if (state === next || state === 'closed') return
    state = next
    options.onState?.(next, because)
  }

  function reconnectNow(): void {
    connection.abort()
    endPause?.()
  }

  function pause(ms: number): Promise<void> {
    return new Promise(resolve => {
      const end = () => {
        endPause = null
        cancel()
        resolve()
      }
      const cancel = schedule(end, ms)
      endPause = end
    })
  }

  /** One connection from beginning to end; null when it ended by itself or was replaced by another. */
  async function connect(signal: AbortSignal): Promise<ApiError | null> {
    const events = readEvents({
      open: opening => open(chats, lastEventId, opening),
      onOpen: () => {
        attempt = 0
        enter('live')
      },
      signal,
      schedule,
    })
    try {
      for await (const { event, id } of events) {
        // Before the event is handled: handling it may ask for a resync, which forgets the id.
        lastEventId = id
        options.onEvent(event, id)
      }
      return null
    } catch (error) {
      if (error instanceof ApiError) return error
      throw error
    }
  }

  async function follow(): Promise<void> {
    while (!closed) {
      connection = new AbortController()
      const { signal } = connection
      const trouble = await connect(signal)
      if (signal.aborted) continue
      if (trouble !== null && !trouble.retryable) return end(trouble)
      enter('reconnecting', trouble)
      await pause(backOffMs(attempt, random))
      attempt += 1
    }
  }

  const stopWaking = onWake(() => endPause?.())

  function end(because: ApiError | null): void {
    enter('closed', because)
    stopWaking()
    closed = true
    reconnectNow()
  }

  enter('connecting')
  void follow().finally(() => end(null))

  return {
    close: () => end(null),
    setChats(next) {
      const added = next.some(chat => !chats.includes(chat))
      if (!added && next.length === chats.length) return
      if (added) lastEventId = null
      chats = next
      reconnectNow()
    },
    resync() {
      lastEventId = null
      reconnectNow()
    },
  }
}

const FIRST_WAIT_MS = 500
const LONGEST_WAIT_MS = 10_000

/** How long to wait before the next try: doubling, and spread out so that many pages do not reconnect at one moment. */
function backOffMs(attempt: number, random: () => number): number {
  return Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** attempt) * (0.5 + random() / 2)
}

/** Calls back when the network or the user returns; the returned function ends it. */
type OnWake = (wake: () => void) => () => void

export const onWake: OnWake = wake => {
  if (typeof document === 'undefined') return () => undefined
  const whenVisible = () => {
    if (document.visibilityState === 'visible') wake()
  }
  addEventListener('online', wake)
  document.addEventListener('visibilitychange', whenVisible)
  return () => {
    removeEventListener('online', wake)
    document.removeEventListener('visibilitychange', whenVisible)
  }
}
