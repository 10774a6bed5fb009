import type { Json } from '@stet/history'
import type { Connection } from '../definition.ts'
import { ModelError } from '../model-error.ts'
import { parseJson } from '../transport/json-field.ts'
import { type Exchange, send } from '../transport/send.ts'
import { aborted } from '../transport/to-model-error.ts'
import type { WireLimits } from '../wire-limits.ts'

export interface Question extends Pick<Exchange, 'refine'> {
  readonly url: string
  readonly headers?: Headers
  /** Posted where it is given. */
  readonly body?: Json | object
  readonly limits: Partial<WireLimits>
}

/** The user waits for the list. */
export const LIST_LIMITS = { firstByteMs: 15_000, idleMs: 15_000, totalMs: 30_000 }

/** A server whose pages never end is not followed for ever. */
export const MOST_PAGES = 50

/** Asks a server for something in JSON, apart from any answer of a model. */
export async function askJson(connection: Connection, signal: AbortSignal, question: Question): Promise<Json> {
  const { url, body, limits, refine } = question
  const headers = new Headers(question.headers)
  if (!headers.has('accept')) headers.set('accept', 'application/json')
  if (body !== undefined) headers.set('content-type', 'application/json')
  const answer = await send({
    connection: { ...connection, limits: { ...limits, ...connection.limits } },
    signal,
    request: {
      url,
      headers,
      ...(body === undefined ? { method: 'GET' } : { method: 'POST', body: JSON.stringify(body) }),
    },
    refine,
  })
  try {
    const json = parseJson(await answer.text())
    if (signal.aborted) throw aborted(signal)
    if (json !== undefined) return json
    throw new ModelError('protocol', { message: `${answer.host} answered with something that is not JSON` })
  } finally {
    answer.close()
  }
}
