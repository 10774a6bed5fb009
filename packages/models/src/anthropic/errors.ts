import type { Json } from '@stet/history'
import { REFUSES_APPENDED } from '../claude/appended.ts'
import { ModelError, type ModelErrorKind } from '../model-error.ts'
import { jsonField, parseJson, textField } from '../transport/json-field.ts'
import { fromResponse, type Refusal } from '../transport/to-model-error.ts'

/** An answer that refuses, by what Anthropic's error body says beyond its status. */
export function fromRefusal(refusal: Refusal): ModelError {
  const reported = fromResponse(refusal)
  const error = jsonField(parseJson(refusal.body), 'error')
  const kind = kindOf(error)
  if (kind === null || kind === reported.kind) return reported
  const { message, status, retryAfterMs } = reported
  return new ModelError(kind, {
    message,
    ...(status === null ? {} : { status }),
    ...(retryAfterMs === null ? {} : { retryAfterMs }),
  })
}

/** An `error` event in a stream that began well (FP-5): it has no status of its own. */
export function fromErrorEvent(event: Json | undefined): ModelError {
  const error = jsonField(event, 'error')
  const said = textField(error, 'message') ?? textField(error, 'type') ?? 'the provider broke off without saying why'
  return new ModelError(kindOf(error) ?? 'overloaded', { message: said.slice(0, LONGEST_MESSAGE) })
}

const LONGEST_MESSAGE = 600

function kindOf(error: Json): ModelErrorKind | null {
  switch (textField(error, 'type')) {
    case 'authentication_error':
    case 'permission_error':
    case 'billing_error':
      return 'auth'
    case 'rate_limit_error':
      return 'rate-limited'
    case 'not_found_error':
      return 'not-found'
    case 'request_too_large':
      return 'context-too-long'
    case 'overloaded_error':
    case 'api_error':
    case 'timeout_error':
      return 'overloaded'
    case 'invalid_request_error':
      return kindOfInvalid(textField(error, 'message') ?? '')
    default:
      return null
  }
}

const TOO_LONG = /prompt is too long|exceeds? (the )?(model's )?(maximum )?context|too many (total )?(input )?tokens/i
/** The account, not the request: Anthropic says so with the status of a wrong request. */
const UNPAID = /credit balance|usage limits?\b|spend(ing)? limit|billing/i
/** What is wrong with the settings of thinking is no matter of what is replayed. */
const OF_SETTINGS = /thinking\.(type|enabled|disabled|adaptive|budget|display)|budget_tokens/i
const REPLAYED =
  /\b(redacted_)?thinking`? (or `?redacted_thinking`? )?blocks?\b|`thinking`|signature|encrypted_(content|index)|(document|search_result)_index|citation/i

/** Anthropic has one type for every wrong request; the message says the rest. */
function kindOfInvalid(message: string): ModelErrorKind {
  if (TOO_LONG.test(message)) return 'context-too-long'
  if (UNPAID.test(message)) return 'auth'
  const isReplayed = (REPLAYED.test(message) && !OF_SETTINGS.test(message)) || REFUSES_APPENDED.test(message)
  return isReplayed ? 'replay-refused' : 'invalid-request'
}
