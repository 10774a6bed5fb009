import type { ChatView } from '@stet/api/client'
import { useEffect, useRef } from 'react'
import { shownDraft } from '../../state/chat-view.ts'
import { useServices } from '../../state/services.ts'
import { endOfSentences, spoken } from './finished-sentences.ts'

const EVERY_MS = 2500

/** Says the answer as it is written, in whole sentences, and that it ended. */
export function useSpokenAnswer(view: ChatView): void {
  const { announcer } = useServices()
  const draft = shownDraft(view)
  const answer = draft?.parts.map(part => (part.kind === 'text' ? part.text : '')).join('\n\n') ?? ''
  const latest = useRef(answer)
  const readTo = useRef(0)
  latest.current = answer
  const messageId = draft?.messageId ?? null
  const ended = useRef(view)
  ended.current = view

  useEffect(() => {
    if (messageId === null) return
    readTo.current = 0
    announcer.say('Answering.')
    const timer = setInterval(() => {
      const end = endOfSentences(latest.current)
      const text = spoken(latest.current.slice(readTo.current, end))
      readTo.current = Math.max(readTo.current, end)
      if (text !== '') announcer.say(text)
    }, EVERY_MS)
    return () => {
      clearInterval(timer)
      const message = ended.current.path.find(known => known.id === messageId)
      if (message?.role !== 'assistant') return
      const whole = message.parts.map(part => (part.kind === 'text' ? part.text : '')).join('\n\n')
      const rest = spoken(whole.slice(readTo.current))
      announcer.say(`${rest} ${message.end === 'complete' ? 'Answer complete.' : 'Answer ended early.'}`)
    }
  }, [messageId, announcer])
}
