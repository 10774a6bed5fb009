import { createCommands } from '@stet/engine'
import { addProvider, changeProvider, deleteProvider, overrideModel } from './change-providers.ts'
import { createConnections } from './connections.ts'
import { openCredentials } from './credentials.ts'
import { discoverModels, setWindow } from './discover-models.ts'
import { catalogOf, listModels } from './list-models.ts'
import { createPriceSource, refreshPriceData } from './price-data.ts'
import type { Providers, ShownProvider } from './providers.ts'
import type { ProvidersContext, ProvidersDeps, Sealer } from './providers-deps.ts'
import { listProviders, readProvider, type StoredProvider, toCatalogState } from './stored-provider.ts'
import { testProvider } from './test-provider.ts'
import { within } from './within.ts'

/** Each server gets less; this is for a busy machine. */
const LOCAL_SERVERS_MS = 10_000

/** The providers of one owner. They are created before the engine, which reaches models through them. */
export function createProviders(deps: ProvidersDeps): Providers {
  const controller = new AbortController()
  const context: ProvidersContext = { ...deps, commands: createCommands(deps), closing: controller.signal }
  const asking = new Map<string, Promise<StoredProvider>>()
  const shown = async (id: string) => showProvider(context.sealer, await readProvider(context.store, id))

  return {
    presets: context.upstream.presets,
    async list() {
      const found = await listProviders(context.store)
      const stored = found.filter((each): each is StoredProvider => !('unreadable' in each))
      return {
        providers: await Promise.all(stored.map(each => showProvider(context.sealer, each))),
        unreadable: found.flatMap(each => ('unreadable' in each ? [{ id: each.id, because: each.unreadable }] : [])),
      }
    },
    addProvider: async command => shown(await addProvider(context, command)),
    changeProvider: async command => shown(await changeProvider(context, command)),
    deleteProvider: command => deleteProvider(context, command),
    overrideModel: async command => shown(await overrideModel(context, command)),
    async discover(providerId) {
      const before = asking.get(providerId)
      if (before !== undefined) return catalogOf(context, await before)
      const asked = discoverModels(context, providerId)
      asking.set(providerId, asked)
      try {
        return await catalogOf(context, await asked)
      } finally {
        asking.delete(providerId)
      }
    },
    async setWindow(providerId, model, tokens) {
      return catalogOf(context, await setWindow(context, { providerId, model, tokens }))
    },
    test: query => testProvider(context, query),
    findLocalServers: () =>
      within(LOCAL_SERVERS_MS, context.closing, signal => context.upstream.findLocalServers(signal)),
    refreshPrices: () => refreshPriceData(context),
    models: () => listModels(context),
    connections: createConnections(context),
    prices: createPriceSource(context),
    close: () => controller.abort(),
  }
}

async function showProvider(sealer: Sealer, stored: StoredProvider): Promise<ShownProvider> {
  const { record, definition, catalog, sealed } = stored
  const opened = await openCredentials(sealer, record, sealed)
  return {
    ...definition,
    hasKey: record.hasKey,
    headerNames: record.headerNames,
    secretsTrouble: 'trouble' in opened ? opened.trouble : null,
    overrides: record.overrides,
    catalog: toCatalogState(catalog),
  }
}
