import type { Client, RequestId } from '@stet/api/client'
import { queryOptions } from '@tanstack/react-query'

/** A request that has ended never changes, except that its message may be deleted. */
export function requestQuery(client: Pick<Client, 'request'>, requestId: RequestId) {
  return queryOptions({ queryKey: ['request', requestId], queryFn: () => client.request(requestId) })
}
