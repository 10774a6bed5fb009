import { ModelError } from '../model-error.ts'
import type { ModelEvent } from '../model-event.ts'
import { aborted } from '../transport/aborted.ts'
import type { Wait } from '../wait.ts'

export interface RetryPolicy {
  /** How often a request is made at most, the first time included. */
  readonly attempts: number
  /** The wait after the first failure, doubled after each further one. */
  readonly firstMs: number
  /** No wait is longer, whatever the provider asks for. */
  readonly mostMs: number
}

export const usualRetries: RetryPolicy = { attempts: 5, firstMs: 1_000, mostMs: 60_000 }

export interface Retries {
  readonly attempt: () => AsyncIterable<ModelEvent>
  readonly policy: RetryPolicy
  readonly signal: AbortSignal
  readonly wait: Wait
  /** From 0 to 1. */
  readonly random: () => number
}

/**
 * Makes an attempt again when it failed by something that passes, and had told nothing: text that already arrived is never told twice
 * (FP-3, FP-5 to FP-7).
 */
export async function* withRetries({ attempt, policy, signal, wait, random }: Retries): AsyncGenerator<ModelEvent> {
  for (let failed = 1; ; failed += 1) {
    let told = false
    try {
      for await (const event of attempt()) {
        told = true
        yield event
      }
      return
    } catch (error) {
      if (told || !(error instanceof ModelError) || !error.retryable || failed >= policy.attempts) throw error
      const { kind, status, message } = error
      const afterMs = toWait(failed, error.retryAfterMs, policy, random)
      yield { kind: 'retrying', failed, afterMs, because: { kind, status, message } }
      await wait(afterMs, signal)
      if (signal.aborted) throw aborted(signal)
    }
  }
}

/** What the provider asks for; else a wait that grows, uneven so that many who failed at once do not come back at once. */
function toWait(failed: number, asked: number | null, { firstMs, mostMs }: RetryPolicy, random: () => number): number {
  if (asked !== null) return Math.min(asked, mostMs)
  const longest = Math.min(firstMs * 2 ** (failed - 1), mostMs)
  return Math.round(longest / 2 + (random() * longest) / 2)
}
