import { ModelError } from '@stet/models'
import { type CatalogRecord, Conflict, PROVIDERS_SHELF, toCatalogPut } from '@stet/store'
import { cleanModels } from './clean-models.ts'
import { openCredentials } from './credentials.ts'
import { type KeptProvider, readProvider } from './kept-provider.ts'
import type { ProvidersContext } from './providers-deps.ts'
import { within } from './within.ts'

const MOST_TRIES = 3
/** A server at home may have to wake up; a person who waits longer thinks it is broken. */
export const DISCOVERY_MS = 30_000

/** Asks a provider for its models and keeps what it says, or why it says nothing. */
export async function discoverModels(context: ProvidersContext, providerId: string): Promise<KeptProvider> {
  for (let tries = 1; ; tries += 1) {
    const kept = await readProvider(context.store, providerId)
    const catalog = await ask(context, kept)
    try {
      // Fenced: of a definition that was changed meanwhile, these are not the models.
      await context.store.write([
        { kind: 'check', shelf: PROVIDERS_SHELF, id: providerId, expect: kept.version },
        toCatalogPut(catalog, { expect: kept.catalogVersion }),
      ])
      return { ...kept, catalog, catalogVersion: kept.catalogVersion + 1 }
    } catch (error) {
      if (!(error instanceof Conflict) || tries === MOST_TRIES) throw error
    }
  }
}

async function ask(context: ProvidersContext, kept: KeptProvider): Promise<CatalogRecord> {
  const { sealer, upstream, clock, log } = context
  const { definition, record } = kept
  const opened = await openCredentials(sealer, record, kept.sealed)
  if ('trouble' in opened) return failed(kept, { at: clock(), kind: 'auth', message: opened.trouble })
  const connection = {
    definition,
    credentials: opened.credentials,
    fetch: upstream.fetch,
    log: (line: string) => log.warn(line, { providerId: definition.id }),
  }
  try {
    const models = await within(DISCOVERY_MS, context.closing, signal => upstream.discover(connection, signal))
    return { id: record.id, at: clock(), models: cleanModels(models), error: null }
  } catch (error) {
    // Ended by us, which says nothing about the provider.
    if (!(error instanceof ModelError) || context.closing.aborted) throw error
    return failed(kept, { at: clock(), kind: error.kind, message: error.message })
  }
}

function failed({ catalog }: KeptProvider, error: NonNullable<CatalogRecord['error']>): CatalogRecord {
  return { ...catalog, error }
}
