import type { ChatEntry, ChatId } from '@stet/api/client'
import { useMemo, useState } from 'react'

/** The chats chosen to be moved or deleted together. */
export interface Selection {
  readonly active: boolean
  readonly chats: ReadonlyMap<ChatId, ChatEntry>
  readonly toggle: (chat: ChatEntry) => void
  readonly choose: (chats: readonly ChatEntry[]) => void
  readonly end: () => void
}

export function useSelection(): Selection {
  const [chats, setChats] = useState<ReadonlyMap<ChatId, ChatEntry> | null>(null)
  return useMemo(
    () => ({
      active: chats !== null,
      chats: chats ?? new Map(),
      toggle: chat =>
        setChats(before => {
          const next = new Map(before ?? [])
          if (!next.delete(chat.id)) next.set(chat.id, chat)
          return next
        }),
      choose: chosen => setChats(new Map(chosen.map(chat => [chat.id, chat]))),
      end: () => setChats(null),
    }),
    [chats],
  )
}
