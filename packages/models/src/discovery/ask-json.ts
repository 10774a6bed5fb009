import type { Json } from '@stet/history'
import type { Connection } from '../definition.ts'
import { ModelError } from '../model-error.ts'
import { parseJson } from '../transport/json-field.ts'
import { openWire, type Refusal } from '../transport/open-wire.ts'
import { fromResponse, fromThrown } from '../transport/to-model-error.ts'
import type { WireLimits } from '../wire-limits.ts'

export interface Question {
  readonly url: string
  readonly headers?: Headers
  /** Posted where it is given. */
  readonly body?: Json
  readonly limits: Partial<WireLimits>
  /** What a refusal says more exactly than its status does; null where it says nothing more. */
  readonly refine?: (refusal: Refusal) => ModelError | null
}

/** Something that a server tells in JSON, outside of any answer. */
export async function askJson(connection: Connection, signal: AbortSignal, question: Question): Promise<Json> {
  const { url, body, limits, refine = () => null } = question
  const headers = new Headers(question.headers)
  if (!headers.has('accept')) headers.set('accept', 'application/json')
  if (body !== undefined) headers.set('content-type', 'application/json')
  const wire = openWire({ connection: { ...connection, limits: { ...limits, ...connection.limits } }, signal })
  try {
    const response = await wire.fetch(url, {
      headers,
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    })
    const text = await response.text()
    const refusal = wire.refused()
    if (refusal !== null) throw refine(refusal) ?? fromResponse(refusal)
    const json = parseJson(text)
    if (json === undefined) {
      throw new ModelError('protocol', { message: `${wire.host()} answered with something that is no JSON` })
    }
    return json
  } catch (error) {
    throw fromThrown(error, { signal, wire, refine })
  } finally {
    wire.end()
  }
}
