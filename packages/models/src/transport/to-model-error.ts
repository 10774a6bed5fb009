import { ModelError, type ModelErrorKind } from '../model-error.ts'
import { aborted } from './aborted.ts'
import { networkCode, networkError } from './network-error.ts'
import type { Refusal, Wire } from './open-wire.ts'
import { retryAfterMs } from './retry-after.ts'
import { sayError } from './say-error.ts'

/** What providers write where waiting does not help: the account is spent, not busy. */
const SPENT =
  /spend_limit|insufficient_quota|billing_hard_limit|credit_balance|insufficient_balance|insufficient_credits/i

/**
 * An answer that refuses, by its status: provider folders refine it by their own error bodies. `retryable` is set only where
 * it differs from what the kind says.
 */
export function fromResponse({ status, headers, body }: Refusal, now: number = Date.now()): ModelError {
  const kind = kindOf(status)
  const message = sayError(status, body)
  const spent = kind === 'rate-limited' && SPENT.test(body)
  const wait = retryAfterMs(headers, now)
  return new ModelError(kind, {
    message,
    status,
    ...(wait === undefined || (kind !== 'rate-limited' && kind !== 'overloaded') ? {} : { retryAfterMs: wait }),
    ...(spent ? { retryable: false } : {}),
  })
}

export interface Thrown {
  readonly signal: AbortSignal
  readonly wire: Pick<Wire, 'trouble' | 'refused' | 'host'>
  /** What a provider's own error body says more exactly than its status; null leaves it at the status. */
  readonly refine?: (refusal: Refusal) => ModelError | null
}

/**
 * Whatever an attempt threw, as the one error that tells why it ended: the person's abort, then what the wire saw, then what the
 * provider answered, and only then what the SDK made of it, which hides all three.
 */
export function fromThrown(error: unknown, { signal, wire, refine }: Thrown): ModelError {
  if (signal.aborted) return aborted(signal)
  const trouble = wire.trouble()
  if (trouble !== null) return trouble
  const refusal = wire.refused()
  if (refusal !== null) return refine?.(refusal) ?? fromResponse(refusal)
  if (error instanceof ModelError) return error
  // The wire sees every failure of the network itself: what is left is an answer that nobody could read.
  if (networkCode(error) !== undefined) return networkError(error, wire.host())
  return new ModelError('protocol', { message: `the answer of ${wire.host()} could not be read`, cause: error })
}

/** For a stream that ended without its terminal event (FP-4): what arrived stands, but it is no whole answer. */
export function endedEarly(): ModelError {
  return new ModelError('protocol', { message: 'the answer broke off: the stream ended without its last event' })
}

function kindOf(status: number): ModelErrorKind {
  if (status === 401 || status === 402 || status === 403) return 'auth'
  if (status === 404) return 'not-found'
  if (status === 413) return 'context-too-long'
  if (status === 429) return 'rate-limited'
  if (status === 408 || status === 425 || status >= 500) return 'overloaded'
  return status >= 400 ? 'invalid-request' : 'protocol'
}
