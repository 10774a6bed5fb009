import type { ChatId } from '@stet/api/client'
import { useEffect, useState } from 'react'
import { useServices } from '../state/services.ts'
import { type ActionTrouble, useAttempt } from '../state/use-attempt.ts'

export interface NewTitle {
  /** Whether one is being made. */
  readonly making: boolean
  /** Resolves to whether it was asked for. */
  readonly make: () => Promise<boolean>
  readonly trouble: ActionTrouble | null
  readonly dismiss: () => void
}

const what = 'Could not generate a title'

/** Asks the model for a new title (C18). It is made in the background, and an event announces its end. */
export function useNewTitle(chatId: ChatId): NewTitle {
  const { client, live, announcer, newKey } = useServices()
  const [making, setMaking] = useState(false)
  const { trouble, attempt, fail, dismiss } = useAttempt()

  useEffect(
    () =>
      live.onEvent(event => {
        if (event.chatId !== chatId) return
        // A snapshot replaces missed events, and the end of the title may have been one of them.
        if (event.kind === 'snapshot') setMaking(false)
        if (event.kind !== 'title-ended') return
        setMaking(false)
        if (event.trouble === null) announcer.say('Chat renamed.')
        else fail({ what, because: event.trouble })
      }),
    [live, announcer, chatId, fail],
  )

  async function make(): Promise<boolean> {
    setMaking(true)
    const asked = await attempt(what, client.makeTitle(chatId, { key: newKey() }))
    setMaking(asked)
    return asked
  }

  return { making, make, trouble, dismiss }
}
