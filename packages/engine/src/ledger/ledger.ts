import type { RequestId } from '@stet/history'
import { type BranchDeps, type BranchSpending, createBranchSpending } from './branch-spending.ts'
import { createTextMemory, type TextMemory } from './content/store-content.ts'
import { createSentRequests, type SentRequests } from './last-request.ts'
import type { RequestRow } from './request-end.ts'

/** What an engine keeps in memory about its requests. Everything but `underWay` can be read again. */
export interface Ledger {
  readonly texts: TextMemory
  readonly sent: SentRequests
  readonly branches: BranchSpending
  /** Requests of this process that have not ended. A write that changes such a row passes the new version to its function. */
  readonly underWay: Map<RequestId, (row: RequestRow) => void>
}

export function createLedger(deps: BranchDeps): Ledger {
  return {
    texts: createTextMemory(),
    sent: createSentRequests(deps.store),
    branches: createBranchSpending(deps),
    underWay: new Map(),
  }
}
