import type { ChatView, FilePart } from '@stet/api/client'
import { useEffect, useMemo, useRef, useState } from 'react'
import { nextParent, runningRun, shownWaiting } from '../state/chat-view.ts'
import { useServices } from '../state/services.ts'
import { type ActionTrouble, useAttempt } from '../state/use-attempt.ts'
import { type WaitingActions, waitsFor } from './messages/waiting-messages.ts'

export interface Waiting {
  readonly actions: WaitingActions
  /** Whether messages wait that only the user can let go. */
  readonly left: boolean
  /** A withdrawn message, for the composer. Each one is a new object. */
  readonly handed: { readonly text: string; readonly files: readonly FilePart[] } | null
  readonly trouble: ActionTrouble | null
  readonly dismiss: () => void
}

export function useWaiting(view: ChatView): Waiting {
  const { client, newKey, announcer } = useServices()
  const [handed, setHanded] = useState<Waiting['handed']>(null)
  const { trouble, attempt, dismiss } = useAttempt()
  const chatId = view.chat.id
  const last = shownWaiting(view).at(-1)?.id ?? null
  const waits = waitsFor(view)
  const parentId = nextParent(view)
  const isAtWork = runningRun(view) !== null

  const known = useRef(last)
  useEffect(() => {
    if (last !== null && last !== known.current) announcer.say('Your message will be sent when this step ends.')
    known.current = last
  }, [last, announcer])

  const actions = useMemo((): WaitingActions => {
    return {
      waitsFor: waits,
      last,
      takeBack: ({ id: messageId }) =>
        void attempt(
          'Could not take the message back',
          client.withdraw(chatId, { messageId, key: newKey() }).then(setHanded),
        ),
      sendNow: () =>
        void attempt(
          'Message not sent',
          client.send(chatId, { text: '', parentId, stopFirst: isAtWork, key: newKey() }),
        ),
    }
  }, [client, newKey, chatId, waits, last, parentId, isAtWork, attempt])

  return {
    actions,
    left: last !== null && waits === 'person',
    handed,
    trouble,
    dismiss,
  }
}
