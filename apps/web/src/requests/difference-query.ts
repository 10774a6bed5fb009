import type { Client, RequestId } from '@stet/api/client'
import { queryOptions } from '@tanstack/react-query'

/** Two requests that have ended never change. */
export function differenceQuery(client: Pick<Client, 'difference'>, from: RequestId, to: RequestId) {
  return queryOptions({
    queryKey: ['difference', from, to],
    queryFn: () => client.difference(to, { from }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
}
