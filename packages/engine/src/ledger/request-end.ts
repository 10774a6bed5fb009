import { estimateTokens } from '@stet/context'
import { noUsage, type ProviderRemarks, type Usage } from '@stet/history'
import type { RequestRecord } from '@stet/store'

export interface RequestEnd {
  readonly state: 'done' | 'failed' | 'stopped' | 'unknown'
  readonly usage: RequestRecord['usage']
  readonly rawUsage: RequestRecord['rawUsage']
  /** The text that arrived, to estimate its tokens when the provider reports none. */
  readonly arrived: string
  readonly remarks?: ProviderRemarks | undefined
}

/** The row of a request that has ended. */
export function toEnded(record: RequestRecord, end: RequestEnd, at: number): RequestRecord {
  const { state, rawUsage, remarks = null } = end
  const figures = { usage: usageAtEnd(end), rawUsage, estimate: estimateAtEnd(record, end) }
  return { ...record, state, endedAt: at, ...figures, remarks }
}

/** Usage reported before an answer was cut short counts only part of the output, or none. The text that had arrived was paid for too (U1). */
function usageAtEnd({ state, usage, arrived }: RequestEnd): Usage | null {
  if (usage === null || state === 'done') return usage
  return { ...usage, output: Math.max(usage.output, estimateTokens(arrived)) }
}

function estimateAtEnd({ estimate }: RequestRecord, { state, usage, arrived }: RequestEnd): Usage | null {
  // A request refused before any text costs nothing; one cut off in the middle costs what arrived.
  if (usage !== null || (state === 'failed' && arrived === '')) return null
  return { ...(estimate ?? noUsage), output: estimateTokens(arrived) }
}

/** A row of the ledger with the version and order that a change of it must give. */
export interface RequestRow {
  readonly record: RequestRecord
  readonly version: number
  readonly order: number
}
