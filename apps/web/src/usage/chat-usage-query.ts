import type { ChatEvent, ChatId, Client, MessageId } from '@stet/api/client'
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { refreshQueries } from '../state/refresh-queries.ts'

const KEY = 'chat-usage'

/** What a chat has spent; asked again whenever a request has ended, messages went, or another branch is shown. */
export function chatUsageQuery(client: Pick<Client, 'chatUsage'>, chatId: ChatId, tip: MessageId | null) {
  return queryOptions({
    queryKey: [KEY, chatId, tip],
    queryFn: () => client.chatUsage(chatId),
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
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
  await refreshQueries(queries, [KEY, chatId])
}
