import type { ErrorReply } from '@stet/history'

export type ModelErrorKind =
  | 'auth'
  | 'rate-limited'
  | 'overloaded'
  | 'context-too-long'
  | 'refused'
  | 'replay-refused'
  | 'not-found'
  | 'invalid-request'
  | 'network'
  | 'protocol'
  | 'aborted'

export interface ModelErrorFacts {
  readonly message: string
  readonly status?: number
  /** For `rate-limited`: how long the provider asks to wait. */
  readonly retryAfterMs?: number
  /** Whether the same request may succeed later, where the facts say otherwise than the kind: a spend limit does not lift by waiting. */
  readonly retryable?: boolean
  readonly reply?: ErrorReply
  readonly cause?: unknown
}

/** Trouble with a model. Everything above decides on the kind, never on the text. */
export class ModelError extends Error {
  override readonly name = 'ModelError'
  readonly kind: ModelErrorKind
  readonly status: number | null
  readonly retryAfterMs: number | null
  readonly retryable: boolean
  /** What the provider answered; null where nothing did. */
  readonly reply: ErrorReply | null

  constructor(kind: ModelErrorKind, facts: ModelErrorFacts) {
    super(facts.message, { cause: facts.cause })
    this.kind = kind
    this.status = facts.status ?? null
    this.retryAfterMs = facts.retryAfterMs ?? null
    this.retryable = facts.retryable ?? (kind === 'rate-limited' || kind === 'overloaded' || kind === 'network')
    this.reply = facts.reply ?? null
  }

  /** The same error with some of its facts replaced. */
  with(facts: Partial<ModelErrorFacts>): ModelError {
    const { message, status, retryAfterMs, retryable, reply, cause } = this
    return new ModelError(this.kind, {
      message,
      retryable,
      cause,
      ...(status !== null && { status }),
      ...(retryAfterMs !== null && { retryAfterMs }),
      ...(reply !== null && { reply }),
      ...facts,
    })
  }
}
