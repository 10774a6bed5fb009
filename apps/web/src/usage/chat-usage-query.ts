import type { ChatEvent, ChatId, Client } from '@stet/api/client'
import { type QueryClient, queryOptions } from '@tanstack/react-query'

const KEY = 'chat-usage'

/** What a chat has spent; asked again whenever a request has ended or messages went. */
export function chatUsageQuery(client: Pick<Client, 'chatUsage'>, chatId: ChatId) {
  return queryOptions({
    queryKey: [KEY, chatId],
    queryFn: () => client.chatUsage(chatId),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** Whether what a chat has spent, or how it is shared out among what is shown, is another after an event. */
export function changesUsage(event: ChatEvent): boolean {
  switch (event.kind) {
    case 'request-ended':
    case 'run-ended':
    case 'messages-removed':
    case 'snapshot':
      return true
    default:
      return false
  }
}

export async function refreshUsage(queries: QueryClient, chatId: ChatId): Promise<void> {
  await queries.invalidateQueries({ queryKey: [KEY, chatId] })
}
