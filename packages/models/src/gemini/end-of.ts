import { ModelError } from '../model-error.ts'
import type { Answer } from '../model-event.ts'

/** What the reason that Gemini gives for stopping comes to: the end of an answer, or the error that it broke off with. */
export function endOf(reason: string, told: string | null): Answer['end'] | ModelError {
  switch (reason) {
    case 'STOP':
      return 'complete'
    case 'MAX_TOKENS':
    case 'CONTINUATION':
      return 'length'
    case 'SAFETY':
    case 'RECITATION':
    case 'LANGUAGE':
    case 'BLOCKLIST':
    case 'PROHIBITED_CONTENT':
    case 'SPII':
    case 'IMAGE_SAFETY':
    case 'IMAGE_PROHIBITED_CONTENT':
    case 'IMAGE_RECITATION':
      return 'refused'
    case 'MALFORMED_FUNCTION_CALL':
      return broken('the model wrote a call that Gemini could not read', told)
    case 'UNEXPECTED_TOOL_CALL':
      return broken('the model called a tool that it was not given', told)
    case 'TOO_MANY_TOOL_CALLS':
      return broken('the model called too many tools in a row', told)
    case 'NO_IMAGE':
      return broken('the model was to make a picture and made none', told)
    case 'MISSING_THOUGHT_SIGNATURE':
      return new ModelError('replay-refused', { message: 'Gemini misses the signature of an earlier call' })
    default:
      return broken(`Gemini stopped without an answer: ${reason}`, told)
  }
}

function broken(message: string, told: string | null): ModelError {
  return new ModelError('protocol', { message: told === null || told === '' ? message : `${message}: ${told}` })
}
