import type { Report } from '@stet/context'
import type { SentRequest } from '@stet/models'

/** What went to the model, byte for byte, and why (X1). */
export interface RequestContent
  extends Pick<SentRequest, 'method' | 'url' | 'headers' | 'body' | 'notApplied' | 'notes'> {
  /** Null for a request that was not made from the path, such as a title's. */
  readonly report: Report | null
}
