import type { NotApplied } from './not-applied.ts'
import type { PriceList } from './price-list.ts'

/** One request as it was sent: the exact bytes, secrets removed. */
export interface SentRequest {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly notApplied: readonly NotApplied[]
  /** What else the mapping changed, for the report: citations left out, marks dropped. */
  readonly notes: readonly string[]
  /** The prices in force, null when none are known. */
  readonly prices: PriceList | null
}
