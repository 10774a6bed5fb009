import { estimateTokens } from '@stet/context'
import { noUsage, type Usage } from '@stet/history'
import type { RequestRecord } from '@stet/store'

export interface RequestEnd {
  readonly state: 'done' | 'failed' | 'stopped' | 'unknown'
  readonly usage: RequestRecord['usage']
  readonly rawUsage: RequestRecord['rawUsage']
  /** The text that had come, from which its tokens are estimated where the provider tells none. */
  readonly arrived: string
}

/** A row as it stands once its request has ended. */
export function toEnded(record: RequestRecord, end: RequestEnd, at: number): RequestRecord {
  const { state, rawUsage } = end
  return { ...record, state, endedAt: at, usage: usageAtEnd(end), rawUsage, estimate: estimateAtEnd(record, end) }
}

/** What was reported before an answer was cut short counts no output, or only a part of it: the text that had arrived was paid for too (U1). */
function usageAtEnd({ state, usage, arrived }: RequestEnd): Usage | null {
  if (usage === null || state === 'done') return usage
  return { ...usage, output: Math.max(usage.output, estimateTokens(arrived)) }
}

function estimateAtEnd({ estimate }: RequestRecord, { state, usage, arrived }: RequestEnd): Usage | null {
  // Refused before a word came, it was not worked on; cut off in the middle, it was paid for until then.
  if (usage !== null || (state === 'failed' && arrived === '')) return null
  return { ...(estimate ?? noUsage), output: estimateTokens(arrived) }
}

/** A row of the ledger and where it stands, which whoever changes it must name. */
export interface KeptRequest {
  readonly record: RequestRecord
  readonly version: number
  readonly order: number
}
