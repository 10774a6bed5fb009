import type { Budget, ChatEvent, Client } from '@stet/api/client'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { refreshQueries } from '../state/refresh-queries.ts'

const KEY = ['budgets']

/** Workspaces with a budget, and what was spent in them in this month. */
export function budgetsQuery(client: Pick<Client, 'budgets'>) {
  return queryOptions({ queryKey: KEY, queryFn: async () => (await client.budgets()).budgets })
}

export async function refreshBudgets(queries: QueryClient): Promise<void> {
  await refreshQueries(queries, KEY)
}

/** A snapshot begins a connection: requests that ended before it are not reported. */
export function changesBudgets({ kind }: ChatEvent): boolean {
  return kind === 'request-ended' || kind === 'run-ended' || kind === 'snapshot'
}

/** From this share on, the user is warned. */
const WARNS_AT = 0.8

export function isNearlySpent({ budget, spent }: Budget): boolean {
  return spent.usd >= budget * WARNS_AT
}

export function isSpent({ budget, spent }: Budget): boolean {
  return spent.usd >= budget
}
