import type { CallId, ChatView, Message } from '@stet/api/client'
import { createContext } from 'react'
import type { CallOutcome } from './call-phase.ts'

/** What is known of the calls on the shown path. */
export interface KnownCalls {
  readonly calls: ChatView['calls']
  readonly progress: ChatView['progress']
  /** By what stands in the record: it outlives the call's own row, and the tool. */
  readonly outcomes: ReadonlyMap<CallId, CallOutcome>
}

export const KnownCallsContext = createContext<KnownCalls>({ calls: {}, progress: {}, outcomes: new Map() })

export function outcomesOf(path: readonly Message[]): KnownCalls['outcomes'] {
  const results = path.flatMap(message => (message.role === 'tool-results' ? message.parts : []))
  return new Map(results.map(result => [result.callId, result.outcome]))
}
