import type { Json } from '@stet/history'
import { ModelError, type ModelErrorKind } from '../model-error.ts'
import { jsonField, parseJson, textField } from '../transport/json-field.ts'
import type { Refusal } from '../transport/to-model-error.ts'
import { sayError } from '../transport/to-model-error.ts'

/** What OpenAI says of an error more exactly than its status does; null where it says nothing more. */
export function refineRefusal({ status, body }: Refusal): ModelError | null {
  const kind = kindOf(jsonField(parseJson(body), 'error'))
  // Empty accounts and busy ones have one status; the status alone says how long to wait.
  if (kind === null || kind === 'rate-limited') return null
  return new ModelError(kind, { message: sayError(status, body), status })
}

/** An error that comes within a stream, with no status: by an event of its own, or with a response that failed. */
export function fromErrorEvent(error: Json): ModelError {
  const message = textField(error, 'message') ?? 'the provider says that the answer failed, and not why'
  const kind = kindOf(error)
  if (kind !== 'rate-limited') return new ModelError(kind ?? 'protocol', { message })
  if (isSpent(error)) return new ModelError(kind, { message, retryable: false })
  const wait = delayIn(message)
  return new ModelError(kind, { message, ...(wait !== null && { retryAfterMs: wait }) })
}

const SPENT = /insufficient_quota|billing_hard_limit|spend_limit/

function isSpent(error: Json): boolean {
  return SPENT.test(`${textField(error, 'code')} ${textField(error, 'type')}`)
}

const kindsByCode: readonly (readonly [RegExp, ModelErrorKind])[] = [
  [/^context_length_exceeded$/, 'context-too-long'],
  [/^invalid_encrypted_content$/, 'replay-refused'],
  [SPENT, 'rate-limited'],
  [/^rate_limit/, 'rate-limited'],
  [/^(server_error|internal_error|vector_store_timeout|slow_down)$|overloaded|unavailable/, 'overloaded'],
  [/^(invalid_api_key|account_deactivated|invalid_organization|authentication_error)$/, 'auth'],
  [/^model_not_found$/, 'not-found'],
  [/^invalid_prompt$|_policy(_violation)?$|^content_filter$/, 'refused'],
]

/** For these OpenAI has no code. */
const kindsByMessage: readonly (readonly [RegExp, ModelErrorKind])[] = [
  [/required following item|without its required 'reasoning' item/i, 'replay-refused'],
  [/items are not persisted when `?store`?|encrypted content .*could not be/i, 'replay-refused'],
  // A model that takes no tools within the input: with all of them in front it answers (C21).
  [/\badditional_tools\b/i, 'replay-refused'],
  [/exceeds the context window|maximum context length/i, 'context-too-long'],
]

function kindOf(error: Json): ModelErrorKind | null {
  const type = textField(error, 'type')
  const words = [textField(error, 'code'), type].filter(word => word !== null)
  const message = textField(error, 'message') ?? ''
  return (
    find(kindsByCode, words) ??
    find(kindsByMessage, [message]) ??
    (type === 'invalid_request_error' ? 'invalid-request' : null)
  )
}

function find(
  kinds: readonly (readonly [RegExp, ModelErrorKind])[],
  words: readonly string[],
): ModelErrorKind | undefined {
  return kinds.find(([pattern]) => words.some(word => pattern.test(word)))?.[1]
}

/** Within a stream there is no header for it: OpenAI says it in its sentence. */
function delayIn(message: string): number | null {
  const [, figure, unit] = /try again in (\d+(?:\.\d+)?) ?(ms|s|m)/i.exec(message) ?? []
  if (figure === undefined) return null
  const factor = unit === 'ms' ? 1 : unit === 's' ? 1000 : 60_000
  return Math.ceil(Number(figure) * factor)
}
