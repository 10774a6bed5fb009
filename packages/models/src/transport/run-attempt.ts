import type { Credentials } from '../definition.ts'
import { ModelError } from '../model-error.ts'
import type { ModelEvent } from '../model-event.ts'
import { aborted } from './aborted.ts'
import { openWire, type Refusal, type Wire, type WireCall } from './open-wire.ts'
import { secretsOf } from './secrets.ts'
import { fromThrown } from './to-model-error.ts'

export interface Attempt extends WireCall {
  /** Speaks to the provider by its SDK, over the wire. What it throws need not be a `ModelError`. */
  readonly read: (wire: Wire) => AsyncIterable<ModelEvent>
  readonly refine?: (refusal: Refusal) => ModelError | null
}

/** One attempt of any provider: nothing comes after an abort, every error is a `ModelError`, and nothing is left under way. */
export async function* runAttempt({ connection, signal, read, refine }: Attempt): AsyncGenerator<ModelEvent> {
  if (signal.aborted) throw aborted(signal)
  const wire = openWire({ connection, signal })
  try {
    for await (const event of read(wire)) {
      if (signal.aborted) throw aborted(signal)
      yield event
      if (signal.aborted) throw aborted(signal)
    }
  } catch (error) {
    const told = fromThrown(error, refine === undefined ? { signal, wire } : { signal, wire, refine })
    throw withoutSecrets(told, connection.credentials)
  } finally {
    wire.end()
  }
}

/** What is told within a stream passes the wire as part of the answer, whatever it repeats (FP-8). */
function withoutSecrets(error: ModelError, credentials: Credentials): ModelError {
  const message = secretsOf(credentials).removeFrom(error.message)
  if (message === error.message) return error
  const { kind, status, retryable, retryAfterMs } = error
  return new ModelError(kind, {
    message,
    retryable,
    ...(status !== null && { status }),
    ...(retryAfterMs !== null && { retryAfterMs }),
  })
}
