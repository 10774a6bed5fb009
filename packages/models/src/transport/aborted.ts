import { ModelError } from '../model-error.ts'

export function aborted(signal: AbortSignal): ModelError {
  return new ModelError('aborted', { message: 'the request was aborted', cause: signal.reason })
}
