import type { MessageId, ModelRequest, RequestMessage } from '@stet/history'

/** A request with these messages, the user's and the model's in turn. */
export function conversation(...texts: readonly string[]): ModelRequest {
  return {
    system: [],
    messages: texts.map((text, index): RequestMessage => {
      const messageId: MessageId = `msg_${index}`
      const parts = [{ kind: 'text' as const, text }]
      return { form: 'plain', messageId, role: index % 2 === 0 ? 'user' : 'assistant', parts, cacheMark: false }
    }),
    tools: [],
  }
}
