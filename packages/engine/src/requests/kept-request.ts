import type { RequestRecord } from '@stet/store'

/** A row of the ledger and where it stands, which whoever changes it must name. */
export interface KeptRequest {
  readonly record: RequestRecord
  readonly version: number
  readonly order: number
}
