import type { Log } from '@stet/engine'
import { expireCommands, expireDrafts, forgetGoneAttachments, markOlderTodos, type Store } from '@stet/store'

const HOUR_MS = 60 * 60 * 1000

export interface HousekeepingDeps {
  readonly store: Store
  readonly clock: () => number
  readonly log: Log
  /** Resolves after some time, or when the signal aborts. */
  readonly sleep?: (milliseconds: number, signal: AbortSignal) => Promise<void>
}

/** Work that belongs to no request: once at the start, then every hour until it is closed. */
export interface Housekeeping {
  /** Resolves when the pass that is running has ended. */
  close(): Promise<void>
}

/** Without it, blobs that no row names and commands that no client repeats would stay for ever. */
export function startHousekeeping({ store, clock, log, sleep = sleepFor }: HousekeepingDeps): Housekeeping {
  const controller = new AbortController()
  const { signal } = controller

  async function work(): Promise<void> {
    while (!signal.aborted) {
      try {
        await sweepStore(store, clock(), signal)
        await markOlderTodos(store, signal)
      } catch (error) {
        // The next pass tries again; a full disk must not end a home.
        log.error('housekeeping failed', { error })
      }
      await sleep(HOUR_MS, signal)
    }
  }

  const working = work()
  return {
    async close() {
      controller.abort()
      await working
    },
  }
}

/** One pass; the user can ask for one too (S5). */
export async function sweepStore(
  store: Store,
  now: number,
  signal?: AbortSignal,
): Promise<{ readonly deleted: number }> {
  await expireDrafts(store, now)
  const { deleted } = await store.blobs.sweep(now, signal)
  await forgetGoneAttachments(store)
  await expireCommands(store, now)
  return { deleted }
}

/** Resolves after some time, or when the signal aborts. */
export function sleepFor(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    if (signal.aborted) return resolve()
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
