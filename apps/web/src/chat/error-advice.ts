/** What to do about an error, by its kind; the kind is the model's or the engine's word and may be one this page does not know. */
export function errorAdvice(code: string, retryable: boolean): string {
  switch (code) {
    case 'auth':
      return 'The key was not accepted. Check it with the provider, then send your message again.'
    case 'rate-limited':
      return 'The provider asks for a pause. Wait a moment, then send your message again.'
    case 'overloaded':
      return 'The provider is busy. Wait a moment, then send your message again.'
    case 'context-too-long':
      return 'The conversation is longer than the model can take. Start a new chat, or ask for less at once.'
    case 'refused':
      return 'The provider refused this request. Put it in other words.'
    case 'network':
      return 'The provider could not be reached. Check the connection, then send your message again.'
    default:
      return retryable
        ? 'Nothing is lost. Send your message again.'
        : 'Nothing is lost, but trying the same again will not help.'
  }
}
