import { ModelError } from '../model-error.ts'
import type { WireLimits } from '../wire-limits.ts'

export interface LimitWatch {
  /** The reader waits from now on. */
  waiting(): void
  /** This many bytes arrived; an error when these are too many. */
  arrived(bytes: number): ModelError | null
  stop(): void
}

/**
 * Time and size of one answer (FP-13). One timer that is set again only when it fires: one for each piece would cost more than
 * reading the piece. Time in which the reader does not ask for more does not count.
 */
export function watchLimits(limits: WireLimits, host: string, onBreach: (error: ModelError) => void): LimitWatch {
  const startedAt = performance.now()
  let since = startedAt
  let first = true
  let asked = true
  let total = 0

  function check(): void {
    const now = performance.now()
    const pause = first ? limits.firstByteMs : limits.idleMs
    if (now - startedAt >= limits.totalMs) {
      onBreach(new ModelError('protocol', { message: `${host} did not end its answer ${within(limits.totalMs)}` }))
    } else if (asked && now - since >= pause) {
      const message = `${host} ${first ? 'did not answer' : 'sent nothing more'} ${within(pause)}`
      // The model may have worked on it all that time, at the user's cost: only the user asks again.
      onBreach(new ModelError('network', { message, retryable: false }))
    } else {
      arm(asked ? since + pause - now : pause)
    }
  }

  function arm(milliseconds: number): void {
    clearTimeout(timer)
    const untilTotal = startedAt + limits.totalMs - performance.now()
    timer = setTimeout(check, Math.max(1, Math.min(milliseconds, untilTotal)))
  }

  let timer: ReturnType<typeof setTimeout> | undefined
  arm(limits.firstByteMs)

  return {
    waiting() {
      asked = true
      since = performance.now()
    },
    arrived(bytes) {
      asked = false
      if (first) {
        first = false
        arm(limits.idleMs)
      }
      total += bytes
      if (total <= limits.bytes) return null
      const message = `the answer of ${host} is larger than ${limits.bytes} bytes and was cut off`
      return new ModelError('protocol', { message })
    },
    stop() {
      clearTimeout(timer)
    },
  }
}

function within(milliseconds: number): string {
  return milliseconds < 1000 ? `within ${milliseconds} ms` : `within ${Math.round(milliseconds / 1000)} s`
}
