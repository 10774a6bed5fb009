import type { AssistantMessage, Message, RequestFacts, SummaryMessage, TitleMessage } from './message.ts'

/** A message that a request to a model may have made. */
export type RequestedMessage = AssistantMessage | TitleMessage | SummaryMessage

/** What the request that made a message left behind; null for a message that no request made. */
export function requestOf(message: Message): RequestFacts | null {
  switch (message.role) {
    case 'assistant':
    case 'title':
      return message
    case 'summary':
      return message.request
    case 'user':
    case 'tool-results':
    case 'env-changed':
    case 'unreadable':
    case 'system-title':
    case 'system-summary':
    case 'clear':
    case 'accounting':
      return null
  }
}
