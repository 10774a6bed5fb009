import type { Call, CallId, ChatView } from '@stet/api/client'
import { useEffect, useRef } from 'react'
import { useServices } from '../state/services.ts'
import { type CallPhase, phaseOf, phaseWords } from './call-phase.ts'

/** Announces the state of calls to screen readers, once for each turn. A call that waits for the user comes first. */
export function useSpokenCalls({ chat, calls }: ChatView): void {
  const { announcer } = useServices()
  const announced = useRef<{ chatId: string; phases: ReadonlyMap<CallId, CallPhase> } | null>(null)

  useEffect(() => {
    const known = Object.values(calls)
    const phases = new Map(known.map(call => [call.id, phaseOf({ writing: false, call, outcome: undefined })]))
    // Calls that were there when the chat was opened are not announced, unless they wait.
    const before = announced.current?.chatId === chat.id ? announced.current.phases : null
    for (const call of known) {
      const phase = phases.get(call.id)
      const earlier = before?.get(call.id)
      const isNew = earlier === undefined ? phase === 'waiting' : phase !== earlier
      const words = phase !== undefined && isNew ? spokenWords(call, phase) : null
      if (words !== null) announcer.say(words)
    }
    announced.current = { chatId: chat.id, phases }
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
