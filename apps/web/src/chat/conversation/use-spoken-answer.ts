import type { AssistantPart, ChatView, DraftPart } from '@stet/api/client'
import { useEffect } from 'react'
import type { ChatStore } from '../../state/chat-store.ts'
import { shownDraft } from '../../state/chat-view.ts'
import { useServices } from '../../state/services.ts'
import { endOfSentences, spoken } from './finished-sentences.ts'

const EVERY_MS = 2500

/** Says the answer as it is written, in whole sentences, and that it ended. */
export function useSpokenAnswer(store: ChatStore, view: ChatView): void {
  const { announcer } = useServices()
  const messageId = shownDraft(view)?.messageId ?? null

  useEffect(() => {
    if (messageId === null) return
    let readTo = 0
    announcer.say('Answering.')
    const timer = setInterval(() => {
      const state = store.state()
      const draft = state.kind === 'ready' ? state.view.drafts.find(each => each.messageId === messageId) : undefined
      const written = textOf(draft?.parts ?? [])
      const end = endOfSentences(written)
      const text = spoken(written.slice(readTo, end))
      readTo = Math.max(readTo, end)
      if (text !== '') announcer.say(text)
    }, EVERY_MS)
    return () => {
      clearInterval(timer)
      const state = store.state()
      const message = state.kind === 'ready' ? state.view.path.find(known => known.id === messageId) : undefined
      if (message?.role !== 'assistant') return
      const rest = spoken(textOf(message.parts).slice(readTo))
      announcer.say(`${rest} ${message.end === 'complete' ? 'Answer complete.' : 'Answer ended early.'}`)
    }
  }, [store, messageId, announcer])
}

function textOf(parts: readonly (DraftPart | AssistantPart)[]): string {
  return parts.map(part => (part.kind === 'text' ? part.text : '')).join('\n\n')
}
