import type { ChatView, MessageId } from '@stet/api/client'
import { useMemo, useState } from 'react'
import { useServices } from '../state/services.ts'
import type { CallDecisions } from './call-decisions.ts'
import { waitingCalls } from './pending-calls.ts'

interface Deciding {
  readonly decisions: CallDecisions
  /** Takes the person to the first call that waits, and gives the message it stands in; null when none does. */
  readonly seek: () => MessageId | null
}

/** The commands on calls. What changes is heard through the chat's events. */
export function useCallDecisions(view: ChatView): Deciding {
  const { client } = useServices()
  const [sought, setSought] = useState<CallDecisions['sought']>(null)
  const chatId = view.chat.id
  const decisions = useMemo(
    (): CallDecisions => ({
      sought,
      approve: ({ id: callId, hash }, { key, always }) => client.approve(chatId, { callId, hash, always, key }),
      deny: ({ id: callId }, { key, reason }) => client.deny(chatId, { callId, reason, key }),
    }),
    [client, chatId, sought],
  )
  return {
    decisions,
    seek() {
      const first = waitingCalls(view)[0]
      if (first === undefined) return null
      setSought({ callId: first.id })
      return first.messageId
    },
  }
}
