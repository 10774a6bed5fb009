import type { Json } from '@stet/history'
import type { Connection, Credentials } from './definition.ts'
import { ModelError } from './model-error.ts'
import type { ModelEvent } from './model-event.ts'
import type { ReportedUsage } from './models.ts'
import type { AnswerReader, PreparedRequest } from './provider.ts'
import type { SentRequest } from './sent-request.ts'
import { createEventDecoder, type EventDecoder } from './transport/event-decoder.ts'
import { isJsonList, isJsonObject, parseJson } from './transport/json-field.ts'
import { secretsOf } from './transport/secrets.ts'
import { send, type WireAnswer, type WireRequest } from './transport/send.ts'
import { aborted, toReply } from './transport/to-model-error.ts'
import { type Wait, wait as waitByTimer } from './wait.ts'

export interface RetryPolicy {
  /** How often a request is made at most, the first time included. */
  readonly attempts: number
  /** The wait after the first failure, doubled after each further one. */
  readonly firstMs: number
  /** No wait is longer, whatever the provider asks for. */
  readonly mostMs: number
}

export const usualRetries: RetryPolicy = { attempts: 5, firstMs: 1_000, mostMs: 60_000 }
export const noRetries: RetryPolicy = { ...usualRetries, attempts: 1 }

export interface AnswerCall {
  /** Finds the model and maps the request, once for all attempts. */
  readonly open: () => Promise<OpenedCall>
  readonly streaming: boolean
  readonly signal: AbortSignal
  readonly retries: RetryPolicy
  readonly wait?: Wait | undefined
  /** From 0 to 1. */
  readonly random?: (() => number) | undefined
}

export interface OpenedCall {
  readonly connection: Connection
  readonly prepared: PreparedRequest
  /** The body as text, where that was made before. */
  readonly body?: string
  /** Called with each attempt right before its bytes leave, and awaited: where it fails nothing is sent, and the stream fails with its error. */
  readonly onSent?: (sent: Omit<SentRequest, 'prices'>) => void | Promise<void>
  readonly onUsage?: (reported: ReportedUsage) => void
}

/**
 * One answer, from the request to the last event: the only generator between the network and the engine. It repeats an attempt that failed
 * for a passing reason and published nothing, so no text is ever published twice (FP-3, FP-5 to FP-7).
 */
export async function* streamAnswer(call: AnswerCall): AsyncGenerator<ModelEvent> {
  const { open, streaming, signal, retries, wait = waitByTimer, random = Math.random } = call
  if (signal.aborted) throw aborted(signal)
  const opened = await open()
  const { connection, prepared, onSent, onUsage } = opened
  const request = toWire(opened)
  for (let failed = 1; ; failed += 1) {
    if (signal.aborted) throw aborted(signal)
    await onSent?.(toSent(request, prepared, connection.credentials))
    const reader = prepared.createReader(connection.log)
    let answer: WireAnswer | null = null
    let decoder: EventDecoder | null = null
    let hasPublished = false
    let lastReported: Json | undefined
    /** What the reader has been given and not taken: an error in it is the provider's own. */
    let refused: Json | undefined
    let failure: ModelError
    try {
      answer = await send({ connection, signal, request, refine: prepared.refine })
      const { host } = answer
      if (streaming) decoder = (await prepared.loadDecoder?.(host, connection.log)) ?? createEventDecoder(host)
      // The body is read here and not in a generator of its own, which would cost every event of every stream.
      while (!reader.hasEnded()) {
        const bytes: Uint8Array | null = decoder === null ? null : await answer.next()
        const events: readonly Json[] = bytes === null ? (decoder?.end() ?? []) : (decoder?.push(bytes) ?? [])
        const isOver = bytes === null || decoder?.isDone() === true
        let broken: { readonly error: unknown } | null = null
        for (let at = 0; at <= events.length && broken === null && !reader.hasEnded(); at += 1) {
          const event = events[at]
          refused = event
          try {
            if (event !== undefined) reader.read(event)
            else if (isOver || decoder?.failure()) await finish(reader, decoder, answer)
            refused = undefined
          } catch (error) {
            // What came before it in the same bytes is published first.
            broken = { error }
          }
          const reported = reader.reported()
          if (reported !== null && reported.rawUsage !== lastReported) onUsage?.(reported)
          lastReported = reported?.rawUsage
        }
        // Once for all events that came together: each that is published costs more than reading it.
        for (const made of reader.take()) {
          if (signal.aborted) throw aborted(signal)
          hasPublished = true
          yield made
        }
        if (broken !== null) throw broken.error
      }
      return
    } catch (error) {
      failure = toModelError(error, signal, answer?.host ?? connection.definition.name)
      if (answer !== null && refused !== undefined && failure.kind !== 'aborted') {
        failure = failure.with({ reply: toReply(answer.headers, JSON.stringify(refused)) })
      }
      failure = withoutSecrets(failure, connection.credentials)
    } finally {
      answer?.close(reader.hasEnded())
      const malformed = decoder?.malformed() ?? 0
      if (malformed > 0) connection.log?.(`${answer?.host}: ${malformed} events that were not JSON were left out`)
    }
    if (hasPublished || !failure.retryable || failed >= retries.attempts) throw failure
    const { kind, status, message } = failure
    const afterMs = toWait(failed, failure.retryAfterMs, retries, random)
    yield { kind: 'retrying', failed, afterMs, because: { kind, status, message } }
    await wait(afterMs, signal)
  }
}

/** What follows the last event: the end of a stream, or the answer as one JSON value, which some servers send in place of a stream. */
async function finish(reader: AnswerReader, decoder: EventDecoder | null, answer: WireAnswer): Promise<void> {
  const { host } = answer
  const failure = decoder?.failure() ?? null
  if (failure !== null) throw failure
  const whole = decoder === null ? (parseJson(await answer.text()) ?? null) : decoder.whole()
  if (whole === undefined) reader.end()
  else if (isJsonObject(whole) || isJsonList(whole)) reader.readWhole(whole)
  else {
    const expected = decoder === null ? 'something that is not JSON' : 'no stream of events'
    throw new ModelError('protocol', { message: `${host} answered with ${expected}` })
  }
}

/** A request whose body is text. */
type TextRequest = WireRequest & { readonly body: string }

export function toWire({ prepared, body = JSON.stringify(prepared.body) }: OpenedCall): TextRequest {
  return { method: 'POST', url: prepared.url, headers: prepared.headers, body }
}

/** What is recorded of a request: everything but its secrets. */
export function toSent(
  { method, url, headers, body }: TextRequest,
  { notApplied, notes }: PreparedRequest,
  credentials: Credentials,
): Omit<SentRequest, 'prices'> {
  const secrets = secretsOf(credentials)
  return {
    method,
    url: secrets.removeFrom(url),
    headers: secrets.removeFromHeaders(headers),
    body: secrets.removeFrom(body),
    notApplied,
    notes,
  }
}

/** Whatever an attempt threw. */
function toModelError(error: unknown, signal: AbortSignal, host: string): ModelError {
  if (signal.aborted) return aborted(signal)
  if (error instanceof ModelError) return error
  return new ModelError('protocol', { message: `the answer of ${host} could not be read`, cause: error })
}

/** What a provider says within a stream may repeat the key (FP-8). */
function withoutSecrets(error: ModelError, credentials: Credentials): ModelError {
  const secrets = secretsOf(credentials)
  const message = secrets.removeFrom(error.message)
  const body = error.reply === null ? null : secrets.removeFrom(error.reply.body)
  if (message === error.message && body === (error.reply?.body ?? null)) return error
  // The cause would repeat it too.
  return error.with({ message, cause: undefined, ...(error.reply && { reply: { ...error.reply, body: body ?? '' } }) })
}

/** What the provider asks for; otherwise a growing wait, uneven so that requests that failed together do not return together. */
function toWait(failed: number, asked: number | null, { firstMs, mostMs }: RetryPolicy, random: () => number): number {
  if (asked !== null) return Math.min(asked, mostMs)
  const longest = Math.min(firstMs * 2 ** (failed - 1), mostMs)
  return Math.round(longest / 2 + (random() * longest) / 2)
}
