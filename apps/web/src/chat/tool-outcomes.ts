import type { CallId, Message } from '@stet/api/client'
import { createContext } from 'react'

export type ToolOutcome = 'done' | 'failed' | 'denied' | 'unknown'

/** What became of the calls on the shown path. A call that is not in it was not run. */
export const ToolOutcomes = createContext<ReadonlyMap<CallId, ToolOutcome>>(new Map())

export function outcomesOf(path: readonly Message[]): ReadonlyMap<CallId, ToolOutcome> {
  const results = path.flatMap(message => (message.role === 'tool-results' ? message.parts : []))
  return new Map(results.map(result => [result.callId, result.outcome]))
}

export function outcomeText(outcome: ToolOutcome | 'not-run'): string {
  switch (outcome) {
    case 'done':
      return 'done'
    case 'failed':
      return 'failed'
    case 'denied':
      return 'denied'
    case 'unknown':
      return 'unknown: it may or may not have happened'
    case 'not-run':
      return 'not run'
  }
}
