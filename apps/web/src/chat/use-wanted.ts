import type { ChatId, MessageId } from '@stet/api/client'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useServices } from '../state/services.ts'
import type { Wanted } from './conversation/conversation.tsx'

/** The message that the page scrolls to: what a link leads to, or what was chosen here. */
export function useWanted(chatId: ChatId, target: Wanted | null) {
  const { client, newKey } = useServices()
  const [wanted, setWish] = useState<Wanted | null>(null)
  const asked = useRef<MessageId | null>(null)

  // Each request may switch branches once, even a second one for the same message.
  const setWanted = useCallback((next: Wanted | null) => {
    asked.current = null
    setWish(next)
  }, [])

  // The conversation is drawn first: it treats a new object as a new request.
  useEffect(() => setWanted(target), [target, setWanted])

  /** Shows the branch of a message, once: a message that was deleted is on none. */
  const goToBranch = useCallback(
    (messageId: MessageId) => {
      if (asked.current === messageId) return
      asked.current = messageId
      client.chooseTip(chatId, { messageId, key: newKey() }).catch(reportError)
    },
    [client, chatId, newKey],
  )
  return { wanted, setWanted, goToBranch }
}
