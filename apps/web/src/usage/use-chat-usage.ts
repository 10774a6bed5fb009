import type { ChatId, ChatUsage, MessageId } from '@stet/api/client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useServices } from '../app/services.ts'
import { changesUsage, chatUsageQuery, refreshUsage } from './chat-usage-query.ts'

/** What the open chat has spent, live; null until it is known. */
export function useChatUsage(chatId: ChatId, tip: MessageId | null): ChatUsage | null {
  const { client, live } = useServices()
  const queries = useQueryClient()
  const { data } = useQuery(chatUsageQuery(client, chatId))

  useEffect(
    () =>
      live.onEvent(event => {
        if (event.chatId === chatId && changesUsage(event)) refreshUsage(queries, chatId).catch(reportError)
      }),
    [live, queries, chatId],
  )

  // Another branch has another sum.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the tip says only that another branch is shown
  useEffect(() => {
    refreshUsage(queries, chatId).catch(reportError)
  }, [queries, chatId, tip])

  return data ?? null
}
