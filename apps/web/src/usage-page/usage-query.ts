import type { Client, ModelChoice, UsagePurpose, WorkspaceId } from '@stet/api/client'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'

/** What the address of the usage page says. */
export interface UsageSearch {
  readonly range?: UsageRange | undefined
  /** Days as `2026-11-15`, of a range that the user chose. */
  readonly from?: string | undefined
  readonly through?: string | undefined
  readonly workspace?: WorkspaceId | undefined
  readonly definition?: string | undefined
  readonly model?: string | undefined
  readonly purpose?: UsagePurpose | undefined
}

export const RANGES = {
  week: 'Last 7 days',
  days: 'Last 30 days',
  month: 'This month',
  'last-month': 'Last month',
  year: 'Last 12 months',
  all: 'All time',
  own: 'Choose days…',
} as const

export type UsageRange = keyof typeof RANGES

const DAY_MS = 24 * 60 * 60 * 1000

/** First and last day, in UTC like the ledger; null where there is no first or last one. */
export interface Days {
  readonly from: string | null
  readonly through: string | null
}

export function daysOf(search: UsageSearch, now: number): Days {
  const today = new Date(now)
  const [year, month] = [today.getUTCFullYear(), today.getUTCMonth()]
  const since = (days: number) => toDay(now - (days - 1) * DAY_MS)
  const range: UsageRange = search.range ?? 'days'
  switch (range) {
    case 'week':
      return { from: since(7), through: toDay(now) }
    case 'days':
      return { from: since(30), through: toDay(now) }
    case 'month':
      return { from: toDay(Date.UTC(year, month, 1)), through: toDay(now) }
    case 'last-month':
      return { from: toDay(Date.UTC(year, month - 1, 1)), through: toDay(Date.UTC(year, month, 0)) }
    case 'year':
      return { from: since(365), through: toDay(now) }
    case 'all':
      return { from: null, through: null }
    case 'own':
      return { from: search.from ?? null, through: search.through ?? null }
  }
}

export function toDay(at: number): string {
  return new Date(at).toISOString().slice(0, 10)
}

/** The model that was chosen as a filter. */
export function modelOf({ definition, model }: UsageSearch): ModelChoice | null {
  return definition === undefined || model === undefined ? null : { definition, model }
}

export function usageQuery(client: Pick<Client, 'usageReport'>, days: Days, search: UsageSearch) {
  const { workspace, definition, model, purpose } = search
  const query = { ...days, workspace, definition, model, purpose }
  return queryOptions({
    queryKey: ['usage-report', query],
    queryFn: () => client.usageReport(query),
    placeholderData: keepPreviousData,
    staleTime: 0,
    // Requests of an earlier version are added up in the background.
    refetchInterval: ({ state }) => (state.data?.incomplete === true ? 2000 : false),
  })
}
