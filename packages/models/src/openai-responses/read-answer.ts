import { ModelError } from '../model-error.ts'
import type { ModelEvent } from '../model-event.ts'
import { isJsonObject, textField } from '../transport/json-field.ts'
import { createResponseReader } from './response-reader.ts'

/** A response that came whole: the last event of a stream bears one, and tells everything that was not told before. */
export function readAnswer(response: unknown): readonly ModelEvent[] {
  const status = isJsonObject(response) ? textField(response, 'status') : null
  if (!isJsonObject(response) || (status !== 'completed' && status !== 'incomplete' && status !== 'failed')) {
    const message = `the provider gave back an answer that is not finished (${status ?? 'without a status'})`
    throw new ModelError('protocol', { message })
  }
  return createResponseReader().read({ type: `response.${status}`, response })
}
