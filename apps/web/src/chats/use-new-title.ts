import type { ChatId } from '@stet/api/client'
import { useEffect, useState } from 'react'
import { useServices } from '../state/services.ts'
import { type ActionTrouble, useAttempt } from '../state/use-attempt.ts'

export interface NewTitle {
  /** Whether one is being made. */
  readonly making: boolean
  readonly make: () => void
  readonly trouble: ActionTrouble | null
  readonly dismiss: () => void
}

const what = 'Could not generate a title'

/** Has the model name a chat anew (C18). It is made in the background, and its end is told by an event. */
export function useNewTitle(chatId: ChatId): NewTitle {
  const { client, live, announcer, newKey } = useServices()
  const [making, setMaking] = useState(false)
  const { trouble, attempt, fail, dismiss } = useAttempt()

  useEffect(
    () =>
      live.onEvent(event => {
        if (event.chatId !== chatId) return
        // A snapshot stands in for events that can no longer be told, the end of a title among them.
        if (event.kind === 'snapshot') setMaking(false)
        if (event.kind !== 'title-ended') return
        setMaking(false)
        if (event.trouble === null) announcer.say('Chat renamed.')
        else fail({ what, because: event.trouble })
      }),
    [live, announcer, chatId, fail],
  )

  function make(): void {
    setMaking(true)
    void attempt(what, client.makeTitle(chatId, { key: newKey() })).then(asked => setMaking(asked))
  }

  return { making, make, trouble, dismiss }
}
