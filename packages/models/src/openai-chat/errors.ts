import type { Json } from '@stet/history'
import { ModelError, type ModelErrorKind } from '../model-error.ts'
import { jsonField, parseJson, textField } from '../transport/json-field.ts'
import { fromResponse, type Refusal } from '../transport/to-model-error.ts'

/** What a refusal says more exactly than its status does. Compatible servers share the protocol, but not their words for what went wrong. */
export function refine(refusal: Refusal): ModelError | null {
  const error = jsonField(parseJson(refusal.body), 'error') ?? parseJson(refusal.body) ?? null
  const reported = fromResponse(withReason(refusal, error))
  const kind = isRefinable(refusal.status) ? kindOf(wordsOf(error, refusal.body)) : null
  if (kind === null || kind === reported.kind) return reported
  return new ModelError(kind, { message: reported.message, status: refusal.status })
}

/** An error that comes in the midst of an answer, where there is no status but, with some servers, in its code. */
export function fromErrorObject(error: Json): ModelError {
  const code = jsonField(error, 'code')
  const status = typeof code === 'number' && code >= 400 && code < 600 ? code : null
  if (status !== null) {
    const refusal = { status, headers: new Headers(), body: JSON.stringify({ error }) }
    return refine(refusal) ?? fromResponse(refusal)
  }
  const words = wordsOf(error, '')
  const message = `the answer broke off: ${messageOf(error) ?? 'the provider says that it failed, and not why'}`
  const kind = kindOf(words) ?? 'protocol'
  return new ModelError(kind, { message, ...(SPENT.test(words) && { retryable: false }) })
}

/** OpenRouter says that a provider failed, and what that provider said beside it. */
function withReason(refusal: Refusal, error: Json): Refusal {
  const raw = jsonField(jsonField(error, 'metadata'), 'raw')
  if (raw === null || raw === '') return refusal
  return { ...refusal, body: typeof raw === 'string' ? raw : JSON.stringify(raw) }
}

const SPENT = /insufficient_quota|spend_limit|billing_hard_limit|insufficient_(balance|credits)/i

const kinds: readonly (readonly [RegExp, ModelErrorKind])[] = [
  [
    /context_length_exceeded|exceed_context_size|context[ _-]?(length|window|size)|maximum (prompt|input) length|prompt (is )?too long|too many (input )?tokens|reduce the length|longer than the model'?s|max_model_len/i,
    'context-too-long',
  ],
  [/content_filter|content_policy|moderation|flagged|responsibleai|safety system/i, 'refused'],
  [
    /invalid_api_key|incorrect api key|api key not valid|invalid api key|authentication_error|invalid_authentication/i,
    'auth',
  ],
  [/model_not_found|model .{0,80}(not found|does not exist)|no such model/i, 'not-found'],
  [
    /thought_?signature|invalid signature|encrypted_content|reasoning_(content|details)|property 'reasoning'/i,
    'replay-refused',
  ],
  [SPENT, 'rate-limited'],
  [/rate_?limit|too many requests/i, 'rate-limited'],
  [/overloaded|server_error|internal_(server_)?error|unavailable|no_capacity|engine_overloaded|timeout/i, 'overloaded'],
]

function kindOf(words: string): ModelErrorKind | null {
  return kinds.find(([pattern]) => pattern.test(words))?.[1] ?? null
}

/** Statuses that servers use for several things; the others say enough, and the words of a busy server may say anything. */
function isRefinable(status: number): boolean {
  return status === 400 || status === 403 || status === 413 || status === 422 || status === 500
}

function wordsOf(error: Json, body: string): string {
  const code = jsonField(error, 'code')
  const words = [typeof code === 'string' ? code : null, textField(error, 'type'), messageOf(error)].filter(
    word => word !== null,
  )
  const reasons = JSON.stringify(jsonField(error, 'metadata') ?? '')
  return words.length === 0 ? body : `${words.join(' ')} ${reasons}`
}

function messageOf(error: Json): string | null {
  if (typeof error === 'string') return error
  const message = jsonField(error, 'message')
  if (typeof message === 'string' && message !== '') return message
  return message === null || message === '' ? null : JSON.stringify(message)
}
