import type { QueryClient, QueryKey } from '@tanstack/react-query'

/**
 * Asks again for what is shown, after something changed it. An answer that is on its way may be older than the change, and the library
 * takes a first one for the newest: without cancelling it, the page would show old facts until the next change.
 */
export async function refreshQueries(queries: QueryClient, ...keys: readonly QueryKey[]): Promise<void> {
  await Promise.all(
    keys.map(async queryKey => {
      await queries.cancelQueries({ queryKey })
      await queries.invalidateQueries({ queryKey })
    }),
  )
}
