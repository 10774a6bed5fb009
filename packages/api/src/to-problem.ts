import { ModelError } from '@stet/desk'
import type { EngineErrorCode } from '@stet/engine'
import { EngineError, StoreError } from '@stet/engine'
import type { Log } from './log.ts'
import { callNotFound, chatNotFound, messageNotFound, Problem, providerNotFound, requestNotFound } from './problem.ts'
import { toSentence } from './to-sentence.ts'

/** Anything thrown behind a route, as the answer to its request. What nobody foresaw is logged under a reference. */
export function toProblem(error: unknown, log: Log): Problem {
  if (error instanceof Problem) return error
  if (error instanceof EngineError) return fromEngineError(error)
  if (error instanceof StoreError) return fromStoreError(error, log)
  if (error instanceof ModelError) return fromModelError(error)
  const reference = crypto.randomUUID()
  log.error('a request failed unexpectedly', { reference, error })
  return new Problem({
    status: 500,
    code: 'unexpected',
    detail: `Something went wrong here. The log has it under ${reference}.`,
  })
}

const ENGINE_ERRORS: Readonly<
  Record<
    Exclude<
      EngineErrorCode,
      'chat-not-found' | 'message-not-found' | 'call-not-found' | 'provider-not-found' | 'request-not-found'
    >,
    { readonly status: number; readonly retryAfterS?: number }
  >
> = {
  'chat-unreadable': { status: 409 },
  'provider-unreadable': { status: 409 },
  'message-gone': { status: 409 },
  'directory-refused': { status: 409 },
  'run-active': { status: 409, retryAfterS: 1 },
  'call-decided': { status: 409 },
  'call-changed': { status: 409 },
  'request-gone': { status: 410 },
  'request-unreadable': { status: 409 },
  'key-reused': { status: 422 },
  'model-not-found': { status: 409 },
  'cannot-fit': { status: 422 },
  invalid: { status: 400 },
  closed: { status: 503, retryAfterS: 1 },
}

function fromEngineError(error: EngineError): Problem {
  if (error.code === 'chat-not-found') return chatNotFound()
  if (error.code === 'message-not-found') return messageNotFound()
  if (error.code === 'call-not-found') return callNotFound()
  if (error.code === 'provider-not-found') return providerNotFound()
  if (error.code === 'request-not-found') return requestNotFound()
  const { status, retryAfterS } = ENGINE_ERRORS[error.code]
  const field = error.field === null ? {} : { field: error.field }
  const detail = toSentence(error.message)
  return new Problem({ status, code: error.code, detail, ...field, ...retry(retryAfterS) })
}

/** What was asked of a provider, or of the network, did not work out: no fault of this home's, and told in words. */
function fromModelError({ kind, message, retryable }: ModelError): Problem {
  return new Problem({ status: 502, code: `model-${kind}`, detail: toSentence(message), retryable })
}

function fromStoreError(error: StoreError, log: Log): Problem {
  log.error('the store is in trouble', { kind: error.kind, error })
  return new Problem({
    status: 503,
    code: `store-${error.kind}`,
    detail: toSentence(error.message),
    ...retry(error.retryable ? STORE_RETRY_AFTER_S : undefined),
  })
}

const STORE_RETRY_AFTER_S = 2

function retry(afterS: number | undefined): { retryable?: true; headers?: Record<string, string> } {
  return afterS === undefined ? {} : { retryable: true, headers: { 'retry-after': String(afterS) } }
}
