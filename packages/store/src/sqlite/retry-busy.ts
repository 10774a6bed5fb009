import { setTimeout as delay } from 'node:timers/promises'
import { isBusy, toStoreError } from './sqlite-failure.ts'

/** How long a write or read waits for another program. A synchronous wait would freeze every stream. */
export const PATIENCE_MS = 5_000
export const RETRY_EVERY_MS = 20

/** Runs the work at once; while another program holds the database, again and again without blocking. */
export async function retryBusy<Result>(work: () => Result, patience: number): Promise<Result> {
  const until = performance.now() + patience
  for (;;) {
    try {
      return work()
    } catch (error) {
      if (!isBusy(error) || performance.now() >= until) throw toStoreError(error)
    }
    await delay(RETRY_EVERY_MS)
  }
}
