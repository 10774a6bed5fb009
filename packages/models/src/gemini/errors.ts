import type { Json } from '@stet/history'
import { ModelError } from '../model-error.ts'
import { isJsonList, jsonField, listField, parseJson, textField } from '../transport/json-field.ts'
import { fromResponse, type Refusal, sayError } from '../transport/to-model-error.ts'

/** What Google's error body says more exactly than its status; null leaves it at the status. */
export function refine(refusal: Refusal): ModelError | null {
  const { status, body } = refusal
  const error = readError(body)
  if (error === null) return null
  const message = sayError(status, body)
  const said = textField(error, 'message') ?? ''
  const details = listField(error, 'details')
  // A wrong key is a 400 here.
  if (
    details.some(detail => KEY_REASONS.has(textField(detail, 'reason') ?? '')) ||
    /API key (not valid|expired)/i.test(said)
  ) {
    return new ModelError('auth', { message: `the key was rejected: ${message}`, status })
  }
  if (status === 400 && /token count.*exceeds|exceeds the maximum number of tokens/i.test(said)) {
    return new ModelError('context-too-long', { message, status })
  }
  if (status === 400 && /thought.?signature/i.test(said)) return new ModelError('replay-refused', { message, status })
  if (status !== 429 && status !== 503) return null
  const { retryAfterMs, retryable } = fromResponse(refusal)
  const wait = details.map(retryDelayMs).find(delay => delay !== null) ?? retryAfterMs
  const spent = !retryable || (status === 429 && (details.some(isDailyQuota) || /spending cap/i.test(said)))
  return new ModelError(status === 429 ? 'rate-limited' : 'overloaded', {
    message,
    status,
    ...(wait !== null && { retryAfterMs: wait }),
    ...(spent && { retryable: false }),
  })
}

/** An error within a stream: its status is its code. */
export function fromErrorObject(error: Json): ModelError {
  const code = jsonField(error, 'code')
  const status = typeof code === 'number' && code >= 400 && code < 600 ? code : 500
  const refusal = { status, headers: new Headers(), body: JSON.stringify({ error }) }
  return refine(refusal) ?? fromResponse(refusal)
}

const KEY_REASONS = new Set([
  'API_KEY_INVALID',
  'API_KEY_EXPIRED',
  'API_KEY_SERVICE_BLOCKED',
  'API_KEY_HTTP_REFERRER_BLOCKED',
])

function readError(body: string): Json | null {
  const parsed = parseJson(body)
  if (parsed === undefined) return null
  const whole = isJsonList(parsed) ? (parsed[0] ?? null) : parsed
  return jsonField(whole, 'error')
}

function retryDelayMs(detail: Json): number | null {
  const seconds = /^(\d+(?:\.\d+)?)s$/.exec(textField(detail, 'retryDelay') ?? '')?.[1]
  return seconds === undefined ? null : Math.ceil(Number(seconds) * 1000)
}

/** A daily quota does not end after the delay that comes with it. */
function isDailyQuota(detail: Json): boolean {
  return listField(detail, 'violations').some(violation => /PerDay/i.test(textField(violation, 'quotaId') ?? ''))
}
