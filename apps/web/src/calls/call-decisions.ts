import type { Call, CallId, Resumed } from '@stet/api/client'
import { createContext } from 'react'

/** What a person decides about a call of the shown path. Each rejects with why it was not done. */
export interface CallDecisions {
  /** Exactly what was shown, which its hash tells (Z-7). */
  readonly approve: (call: Call, given: { readonly key: string; readonly always: boolean }) => Promise<Resumed>
  readonly deny: (call: Call, given: { readonly key: string; readonly reason: string }) => Promise<Resumed>
  /** The call that the person wants to go to; another object is another wish. */
  readonly sought: { readonly callId: CallId } | null
}

/** Null where nothing can be decided. */
export const CallDecisionsContext = createContext<CallDecisions | null>(null)
