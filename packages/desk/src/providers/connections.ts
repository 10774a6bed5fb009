import { type Connections, ModelError } from '@stet/models'
import { openCredentials } from './credentials.ts'
import { findProvider } from './kept-provider.ts'
import type { ProviderRoom } from './provider-parts.ts'

/** What models reaches a provider by. A definition is read when it is asked for: a change holds from the next request on. */
export function createConnections({ store, sealer, upstream, log }: ProviderRoom): Connections {
  return {
    async find(definitionId) {
      const kept = await findProvider(store, definitionId)
      if (kept === null || 'unreadable' in kept || !kept.definition.enabled) return null
      const { definition, record, catalog, sealed } = kept
      const opened = await openCredentials(sealer, record, sealed)
      if ('trouble' in opened) throw new ModelError('auth', { message: opened.trouble })
      return {
        connection: {
          definition,
          credentials: opened.credentials,
          fetch: upstream.fetch,
          log: line => log.warn(line, { providerId: definition.id }),
        },
        models: catalog.models,
        overrides: record.overrides,
      }
    },
  }
}
