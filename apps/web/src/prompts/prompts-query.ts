import type { Client } from '@stet/api/client'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { refreshQueries } from '../state/refresh-queries.ts'

const KEY = ['prompts']

/** The library of system prompts. */
export function promptsQuery(client: Pick<Client, 'prompts'>) {
  return queryOptions({ queryKey: KEY, queryFn: async () => (await client.prompts()).prompts })
}

export async function forgetPrompts(queries: QueryClient): Promise<void> {
  await refreshQueries(queries, KEY)
}
