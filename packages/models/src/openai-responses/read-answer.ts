import { ModelError } from '../model-error.ts'
import type { ModelEvent } from '../model-event.ts'
import { isJsonObject, jsonField, textField } from '../transport/json-field.ts'
import { fromErrorEvent } from './errors.ts'
import { createResponseReader } from './response-reader.ts'

/** A response that came whole: the last event of a stream bears one, and tells everything that was not told before. */
export function readAnswer(response: unknown): readonly ModelEvent[] {
  if (!isJsonObject(response)) throw new ModelError('protocol', { message: 'the provider sent no response' })
  const status = textField(response, 'status')
  if (status === 'completed' || status === 'incomplete' || status === 'failed') {
    return createResponseReader().read({ type: `response.${status}`, response })
  }
  const error = jsonField(response, 'error')
  if (error !== null) throw fromErrorEvent(error)
  const message = `the provider gave back an answer that is not finished (${status ?? 'without a status'})`
  throw new ModelError('protocol', { message })
}
