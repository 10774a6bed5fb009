import type { Client, ProviderPage, ShownProvider } from '@stet/api/client'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { refreshQueries } from '../state/refresh-queries.ts'
import { forgetModels } from './models-query.ts'

const KEY = ['providers']

export function providersQuery(client: Pick<Client, 'providers'>) {
  return queryOptions({ queryKey: KEY, queryFn: () => client.providers() })
}

/** They come with Stet and change with it alone. */
export function presetsQuery(client: Pick<Client, 'presets'>) {
  return queryOptions({
    queryKey: ['presets'],
    queryFn: () => client.presets(),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** A provider as it is now; all that is known of models is asked for again. */
export function keepProvider(queries: QueryClient, provider: ShownProvider): void {
  queries.setQueryData<ProviderPage>(KEY, page => page && withProvider(page, provider))
  forgetModels(queries).catch(reportError)
}

export async function forgetProviders(queries: QueryClient): Promise<void> {
  await Promise.all([refreshQueries(queries, KEY), forgetModels(queries)])
}

function withProvider(page: ProviderPage, provider: ShownProvider): ProviderPage {
  const known = page.providers.some(({ id }) => id === provider.id)
  const providers = known
    ? page.providers.map(each => (each.id === provider.id ? provider : each))
    : [...page.providers, provider]
  return { ...page, providers }
}
