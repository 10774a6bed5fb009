import type { Client } from '@stet/api/client'
import { queryOptions } from '@tanstack/react-query'

/** Every tool of this home, those too that it cannot offer. */
export function toolsQuery(client: Pick<Client, 'tools'>) {
  return queryOptions({ queryKey: ['tools'], queryFn: async () => (await client.tools()).tools })
}
