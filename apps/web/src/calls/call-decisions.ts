import type { Call, CallId, ChatAnswer, ChatView, MessageId, WorkspaceId } from '@stet/api/client'
import { createContext, useMemo, useState } from 'react'
import { useServices } from '../state/services.ts'
import { waitingCalls } from './pending-calls.ts'

/** What the user decides about a call of the shown path. Each rejects with why it was not done. */
export interface CallDecisions {
  /** Exactly what was shown, as its hash proves (Z-7). */
  readonly approve: (
    call: Call,
    given: { readonly key: string; readonly always: boolean },
  ) => Promise<ChatAnswer<'approve'>>
  readonly deny: (call: Call, given: { readonly key: string; readonly reason: string }) => Promise<ChatAnswer<'deny'>>
  /** Those that wait for a decision, in their order. */
  readonly waiting: readonly Call[]
  readonly workspaceId: WorkspaceId
  /** The call to go to. Each request is a new object, so the same call can be asked for twice. */
  readonly sought: { readonly callId: CallId } | null
}

/** Null where nothing can be decided. */
export const CallDecisionsContext = createContext<CallDecisions | null>(null)

export interface CallActing {
  readonly decisions: CallDecisions
  /** Takes the user to the first call that waits, and gives the message it is in; null when none does. */
  readonly seek: () => MessageId | null
}

/** The commands on calls. Changes arrive as events of the chat. */
export function useCallDecisions(view: ChatView): CallActing {
  const { client } = useServices()
  const [sought, setSought] = useState<CallDecisions['sought']>(null)
  const { id: chatId, workspaceId } = view.chat
  const waiting = useMemo(() => waitingCalls(view), [view])
  const decisions = useMemo(
    (): CallDecisions => ({
      sought,
      waiting,
      workspaceId,
      approve: ({ id: callId, hash }, { key, always }) => client.approve(chatId, { callId, hash, always, key }),
      deny: ({ id: callId }, { key, reason }) => client.deny(chatId, { callId, reason, key }),
    }),
    [client, chatId, workspaceId, waiting, sought],
  )
  return {
    decisions,
    seek() {
      const [first] = waiting
      if (first === undefined) return null
      setSought({ callId: first.id })
      return first.messageId
    },
  }
}
