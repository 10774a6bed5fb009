import type { ChatId } from '@stet/api/client'
import { useEffect, useState, useSyncExternalStore } from 'react'
import type { ChatState, ChatStore } from '../state/chat-store.ts'
import { useServices } from '../state/services.ts'

const loading: ChatState = { kind: 'loading' }

export function useChat(chatId: ChatId): { readonly state: ChatState; readonly store: ChatStore | null } {
  const { live } = useServices()
  const [store, setStore] = useState<ChatStore | null>(null)

  useEffect(() => {
    const opened = live.open(chatId)
    setStore(opened)
    return () => live.leave(opened)
  }, [live, chatId])

  const state = useSyncExternalStore(store?.subscribe ?? noSubscription, store?.state ?? (() => loading))
  return { state, store }
}

function noSubscription(): () => void {
  return () => undefined
}
