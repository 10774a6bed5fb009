import type { ErrorPart } from '@stet/api/client'

/** Where a person can do something about an error. */
export type WayOut = 'provider' | 'picker' | 'room' | null

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
        ? { text: 'The provider asks for a pause. Wait a moment, then send your message again.', way: null }
        : {
            text: 'The account has reached its limit with the provider. Raise it there, or choose another model.',
            way: 'picker',
          }
    case 'overloaded':
      return { text: 'The provider is busy. Wait a moment, then send your message again.', way: null }
    case 'context-too-long':
      return {
        text: 'The conversation is longer than the model can take. A summary, forgetting tool work, leaving messages out or a model with a larger window makes room.',
        way: 'room',
      }
    case 'refused':
      return { text: 'The provider refused this request. Put it in other words.', way: null }
    case 'replay-refused':
      return {
        text: 'The provider does not take its own earlier answers back. Another model, or clearing the context, goes on from here.',
        way: 'picker',
      }
    case 'not-found':
      return { text: 'The provider has no such model, or not for this key. Choose another one.', way: 'picker' }
    case 'invalid-request':
      return {
        text: 'The provider did not take the request as it was made. Its options, or how this chat is answered, may not suit it.',
        way: 'provider',
      }
    case 'protocol':
      return {
        text: 'What came back was not what this provider should say. Check its address and its type, then send your message again.',
        way: 'provider',
      }
    case 'network':
      return {
        text: 'The provider could not be reached. Check the connection, then send your message again.',
        way: null,
      }
    default:
      return {
        text: retryable
          ? 'Nothing is lost. Send your message again.'
          : 'Nothing is lost, but trying the same again will not help.',
        way: null,
      }
  }
}

function authAdvice(status: number | null): string {
  if (status === 402)
    return 'The account has nothing left to spend with the provider. Add credit there, then send your message again.'
  if (status === 403) return 'The key is not allowed to do this. Check what it may do, or use another one.'
  return 'The key was not accepted. Enter it again, then send your message again.'
}
