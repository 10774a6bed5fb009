import type { ErrorPart } from '@stet/api/client'

/** The places that help the user with an error. */
export type WayOut = 'again' | 'provider' | 'picker' | 'room' | null

export interface ErrorAdvice {
  readonly text: string
  readonly way: WayOut
}

/** What to do about an error, by its kind; the kind is the model's or the engine's word and may be one this page does not know. */
export function errorAdvice({
  code,
  status,
  retryable,
}: Pick<ErrorPart, 'code' | 'status' | 'retryable'>): ErrorAdvice {
  switch (code) {
    case 'auth':
      return { text: authAdvice(status), way: 'provider' }
    case 'rate-limited':
      return retryable
        ? { text: 'Too many requests. Wait a moment, then try again.', way: 'again' }
        : {
            text: 'Your account’s limit is reached. Raise it with the provider, or choose another model.',
            way: 'picker',
          }
    case 'overloaded':
      return { text: 'The provider is overloaded. Wait a moment, then try again.', way: 'again' }
    case 'context-too-long':
      return {
        text: 'This chat is too long for the model. Summarise it, leave messages out, or choose a model with a larger window.',
        way: 'room',
      }
    case 'refused':
      return { text: 'The provider refused this request. Try other words.', way: null }
    case 'replay-refused':
      return {
        text: 'The provider rejected its own earlier answers. Choose another model or clear the context.',
        way: 'picker',
      }
    case 'not-found':
      return { text: 'This model does not exist, or your key cannot use it. Choose another model.', way: 'picker' }
    case 'invalid-request':
      return {
        text: 'The provider rejected the request. Check the provider’s options and this chat’s answer settings.',
        way: 'provider',
      }
    case 'protocol':
      return {
        text: 'The reply was not in the expected format. Check the provider’s address and type.',
        way: 'provider',
      }
    case 'network':
      return {
        text: 'Could not reach the provider. Check your connection, then try again.',
        way: 'again',
      }
    default:
      return retryable
        ? { text: 'The provider could not answer. Try again.', way: 'again' }
        : { text: 'Sending the same message again will not help.', way: null }
  }
}

function authAdvice(status: number | null): string {
  if (status === 402) return 'Your account is out of credit. Add credit with the provider, then try again.'
  if (status === 403) return 'This key is not allowed to do this. Check its permissions or use another key.'
  return 'The key was rejected. Enter it again, then try again.'
}
