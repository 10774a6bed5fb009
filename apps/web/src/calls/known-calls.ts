import type { CallId, ChatView } from '@stet/api/client'
import { createContext } from 'react'
import type { CallOutcome } from './call-phase.ts'

/** What is known of the calls on the shown path. */
export interface KnownCalls {
  readonly calls: ChatView['calls']
  readonly progress: ChatView['progress']
  /** By what is in the record: it outlives the call's own row, and the tool. */
  readonly outcomes: ReadonlyMap<CallId, CallOutcome>
  /** The call whose result is the chat's to-do list (T9). */
  readonly list: CallId | null
}

export const KnownCallsContext = createContext<KnownCalls>({
  calls: {},
  progress: {},
  outcomes: new Map(),
  list: null,
})

export function knownCalls({ calls, progress, path }: Pick<ChatView, 'calls' | 'progress' | 'path'>): KnownCalls {
  const results = path.flatMap(message => (message.role === 'tool-results' ? message.parts : []))
  return {
    calls,
    progress,
    outcomes: new Map(results.map(({ callId, outcome }) => [callId, outcome])),
    list: results.findLast(({ tool, outcome }) => tool === 'write_todo' && outcome === 'done')?.callId ?? null,
  }
}
