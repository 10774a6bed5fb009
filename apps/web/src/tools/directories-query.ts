import type { Client } from '@stet/api/client'
import { queryOptions } from '@tanstack/react-query'

/** The directories in one, or the ones to begin with; an error in a home that has none. */
export function directoriesQuery(client: Pick<Client, 'directories'>, path: string | null) {
  return queryOptions({
    queryKey: ['directories', path],
    queryFn: () => client.directories(path === null ? {} : { path }),
    staleTime: 0,
    retry: false,
    placeholderData: before => before,
  })
}
