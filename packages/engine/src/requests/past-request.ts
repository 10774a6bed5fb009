import type { Cost } from '@stet/history'
import type { RequestRecord } from '@stet/store'
import type { RequestContent } from './request-content.ts'

/** A request that was made: what it was for, what it cost, and exactly what went to the model (X1). */
export interface PastRequest {
  readonly facts: RequestFigures
  /** At the prices that were in force then. */
  readonly cost: Cost
  readonly content: RequestContent
  /** The others that were made for the same message, oldest first: one that was refused, a part of a long summary. */
  readonly others: readonly OtherRequest[]
}

export type OtherRequest = Pick<RequestRecord, 'id' | 'state' | 'sentAt'>

/** A row of the ledger, without what leads to its bytes. */
export type RequestFigures = Omit<RequestRecord, 'manifest' | 'boot'>
