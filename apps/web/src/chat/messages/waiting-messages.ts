import type { ChatView, WaitingMessage } from '@stet/api/client'
import { createContext } from 'react'
import { waitingCalls } from '../../calls/pending-calls.ts'
import { runningRun } from '../../state/chat-view.ts'

/** What the messages of the shown path wait for: their run's step, a decision about a call, or nothing any more. */
export type WaitsFor = 'step' | 'decision' | 'person'

export function waitsFor(view: ChatView): WaitsFor {
  if (runningRun(view) !== null) return 'step'
  return waitingCalls(view).length > 0 ? 'decision' : 'person'
}

/** What can be done with messages that wait. The provider of these functions shows their errors. */
export interface WaitingActions {
  readonly waitsFor: WaitsFor
  /** The one below all others, which says what is true of them all. */
  readonly last: WaitingMessage['id'] | null
  readonly takeBack: (message: WaitingMessage) => void
  /** Lets all of them go, the answer above stopped if one is being written. */
  readonly sendNow: () => void
}

export const WaitingActionsContext = createContext<WaitingActions | null>(null)
