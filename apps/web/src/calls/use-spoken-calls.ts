import type { Call, CallId, ChatView } from '@stet/api/client'
import { useEffect, useRef } from 'react'
import { useServices } from '../state/services.ts'
import { type CallPhase, phaseOf, phaseWords } from './call-phase.ts'

/** Says what becomes of calls, once for each turn: that one waits for the person is the first thing to know. */
export function useSpokenCalls({ chat, calls }: ChatView): void {
  const { announcer } = useServices()
  const heard = useRef<{ chatId: string; phases: ReadonlyMap<CallId, CallPhase> } | null>(null)

  useEffect(() => {
    const known = Object.values(calls)
    const phases = new Map(known.map(call => [call.id, phaseOf({ writing: false, call, outcome: undefined })]))
    // What stood there when the chat or an earlier part of it was opened is old news, except what waits.
    const before = heard.current?.chatId === chat.id ? heard.current.phases : null
    for (const call of known) {
      const phase = phases.get(call.id)
      const told = before?.get(call.id)
      const isNew = told === undefined ? phase === 'waiting' : phase !== told
      const words = phase !== undefined && isNew ? spokenWords(call, phase) : null
      if (words !== null) announcer.say(words)
    }
    heard.current = { chatId: chat.id, phases }
  }, [calls, chat.id, announcer])
}

function spokenWords({ shown: { title } }: Call, phase: CallPhase): string | null {
  switch (phase) {
    case 'waiting':
      return `${title} needs approval.`
    case 'running':
    case 'done':
    case 'failed':
    case 'denied':
    case 'unknown':
      return `${title}: ${phaseWords(phase)}.`
    case 'writing':
    case 'held':
    case 'approved':
    case 'not-run':
      return null
  }
}
