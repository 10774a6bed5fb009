import { ApiError, type ChatView } from '@stet/api/client'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useServices } from '../app/services.ts'
import { runAtWork } from './run-at-work.ts'
import { nextParent, shownWaiting } from './to-rows.ts'
import type { ActionTrouble } from './use-message-actions.ts'
import { type WaitingActions, waitsFor } from './waiting-messages.ts'

interface Waiting {
  readonly actions: WaitingActions
  /** Whether messages wait that only a person can let go. */
  readonly left: boolean
  /** A text that was taken back, for the composer; another object is another text. */
  readonly handed: { readonly text: string } | null
  readonly trouble: ActionTrouble | null
  readonly dismiss: () => void
}

export function useWaiting(view: ChatView): Waiting {
  const { client, newKey, announcer } = useServices()
  const [handed, setHanded] = useState<Waiting['handed']>(null)
  const [trouble, setTrouble] = useState<ActionTrouble | null>(null)
  const chatId = view.chat.id
  const last = shownWaiting(view).at(-1)?.id ?? null
  const waits = waitsFor(view)
  const parentId = nextParent(view)
  const isAtWork = runAtWork(view) !== null

  const known = useRef(last)
  useEffect(() => {
    if (last !== null && last !== known.current) announcer.say('Your message waits for the end of this step.')
    known.current = last
  }, [last, announcer])

  const actions = useMemo((): WaitingActions => {
    function attempt(what: string, command: Promise<unknown>): void {
      setTrouble(null)
      command.catch((error: unknown) => {
        if (!(error instanceof ApiError)) reportError(error)
        setTrouble({ what, because: error instanceof Error ? error.message : String(error) })
      })
    }
    return {
      waitsFor: waits,
      last,
      takeBack: ({ id: messageId }) =>
        attempt(
          'The message was not taken back.',
          client.withdraw(chatId, { messageId, key: newKey() }).then(({ text }) => setHanded({ text })),
        ),
      sendNow: () =>
        attempt(
          'The message was not sent.',
          client.send(chatId, { text: '', parentId, stopFirst: isAtWork, key: newKey() }),
        ),
    }
  }, [client, newKey, chatId, waits, last, parentId, isAtWork])

  return {
    actions,
    left: last !== null && waits === 'person',
    handed,
    trouble,
    dismiss: () => setTrouble(null),
  }
}
