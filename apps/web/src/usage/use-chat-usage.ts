import type { ChatId, ChatUsage, MessageId } from '@stet/api/client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, useEffect } from 'react'
import { useServices } from '../state/services.ts'
import { changesUsage, chatUsageQuery, refreshUsage } from './chat-usage-query.ts'

export interface KnownUsage {
  /** Null until it is known; what was known stays when it could not be asked for again. */
  readonly usage: ChatUsage | null
  /** Why it could not be asked for, in words. */
  readonly trouble: string | null
  readonly retry: () => void
}

/** What the open chat has spent, live. */
export function useChatUsage(chatId: ChatId, tip: MessageId | null): KnownUsage {
  const { client, live } = useServices()
  const queries = useQueryClient()
  const { data, error, refetch } = useQuery(chatUsageQuery(client, chatId, tip))

  useEffect(
    () =>
      live.onEvent(event => {
        if (event.chatId === chatId && changesUsage(event)) refreshUsage(queries, chatId).catch(reportError)
      }),
    [live, queries, chatId],
  )

  return {
    usage: data ?? null,
    trouble: error?.message ?? null,
    retry: () => {
      refetch().catch(reportError)
    },
  }
}

/** What the open chat has spent; null until that is known. */
export const UsageContext = createContext<ChatUsage | null>(null)
