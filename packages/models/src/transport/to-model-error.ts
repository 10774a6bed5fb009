import type { ErrorReply } from '@stet/history'
import { ModelError, type ModelErrorKind } from '../model-error.ts'
import { parseJson } from './json-field.ts'

/** An answer whose status refuses; its body is without secrets. */
export interface Refusal {
  readonly status: number
  readonly headers: Headers
  readonly body: string
}

/** What providers write where waiting does not help: the account is out of money, not busy. */
const SPENT =
  /spend_limit|insufficient_quota|billing_hard_limit|credit_balance|insufficient_balance|insufficient_credits/i

/**
 * A refusal by its status: provider folders refine it by their own error bodies. `retryable` is set only where it differs from what
 * the kind says.
 */
export function fromResponse({ status, headers, body }: Refusal, now: number = Date.now()): ModelError {
  const kind = kindOf(status)
  const isSpent = kind === 'rate-limited' && SPENT.test(body)
  const wait = retryAfterMs(headers, now)
  return new ModelError(kind, {
    message: sayError(status, body),
    status,
    ...(wait === undefined || (kind !== 'rate-limited' && kind !== 'overloaded') ? {} : { retryAfterMs: wait }),
    ...(isSpent ? { retryable: false } : {}),
  })
}

function kindOf(status: number): ModelErrorKind {
  if (status === 401 || status === 402 || status === 403) return 'auth'
  if (status === 404) return 'not-found'
  if (status === 413) return 'context-too-long'
  if (status === 429) return 'rate-limited'
  if (status === 408 || status === 425 || status >= 500) return 'overloaded'
  return status >= 400 ? 'invalid-request' : 'protocol'
}

export function aborted(signal: AbortSignal): ModelError {
  return new ModelError('aborted', { message: 'the request was aborted', cause: signal.reason })
}

/** For a stream that ended without its last event (FP-4): what arrived is kept, but it is not a complete answer. */
export function endedEarly(): ModelError {
  return new ModelError('protocol', { message: 'the answer broke off: the stream ended without its last event' })
}

/** Enough of an error body for anyone to read; it is saved with the message. */
const LONGEST_REPLY = 16_000

/** What providers call the header by which they find a request again. */
const REQUEST_IDS = ['request-id', 'x-request-id', 'x-amzn-requestid', 'apim-request-id', 'x-goog-request-id', 'cf-ray']

/** What is saved of an answer behind an error (R8); its text is without secrets. */
export function toReply(headers: Headers, text: string): ErrorReply {
  const requestId = REQUEST_IDS.map(name => headers.get(name)).find(value => value) ?? null
  return { body: text.length > LONGEST_REPLY ? `${text.slice(0, LONGEST_REPLY)}…` : text, requestId }
}

const FIGURE = /^\d+(\.\d+)?$/

/**
 * How long an answer asks to wait, as seconds, an HTTP date, or the milliseconds that some servers send as well; undefined when it
 * does not say so in a way that makes sense.
 */
export function retryAfterMs(headers: Headers, now: number): number | undefined {
  const exact = headers.get('retry-after-ms')
  if (exact !== null && FIGURE.test(exact.trim())) return Math.ceil(Number(exact))
  const asked = headers.get('retry-after')?.trim() ?? ''
  if (FIGURE.test(asked)) return Math.ceil(Number(asked) * 1000)
  // A date has letters: a bare figure such as -5 would be read as a year.
  const date = /[a-z]{3}/i.test(asked) ? Date.parse(asked) : Number.NaN
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}

const LONGEST_MESSAGE = 600

/** What an error body says, for people: never markup (FP-7), never endless. */
export function sayError(status: number, body: string): string {
  const said = readMessage(body)
  const refused =
    status === 401 || status === 403 ? 'the key was rejected' : status === 402 ? 'payment is required' : null
  const pieces = [refused, said].filter(piece => piece !== null && piece !== '')
  return pieces.length === 0 ? `the provider answered with status ${status}` : `${pieces.join(': ')} (${status})`
}

/** A text as one line of limited length. */
export function shorten(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > LONGEST_MESSAGE ? `${line.slice(0, LONGEST_MESSAGE)}…` : line
}

function readMessage(body: string): string {
  const text = body.trim()
  if (text === '') return ''
  if (/^<|<html|<!doctype/i.test(text.slice(0, 400))) return readTitle(text)
  const json = parseJson(text)
  return shorten(json === undefined ? text : (findMessage(json) ?? ''))
}

function readTitle(html: string): string {
  const title = /<title[^>]*>([^<]*)/i.exec(html)?.[1] ?? ''
  const said = shorten(title.replace(/[<>&]/g, ' '))
  return said === '' ? 'a web page came instead of an answer' : `a web page came instead of an answer, titled "${said}"`
}

/** The shapes that providers use: `{ error: { message } }`, `{ message }`, `{ error: "…" }`, `{ detail: "…" }`, and a list of these. */
function findMessage(json: unknown): string | null {
  if (typeof json === 'string') return json
  if (Array.isArray(json)) return findMessage(json[0])
  if (json === null || typeof json !== 'object') return null
  for (const name of ['error', 'message', 'Message', 'detail', 'error_description', 'title']) {
    const found = name in json ? findMessage(Reflect.get(json, name)) : null
    if (found !== null) return found
  }
  return null
}
