import { createCommands } from '@stet/engine'
import { addProvider, changeProvider, overrideModel, removeProvider } from './change-providers.ts'
import { createConnections } from './connections.ts'
import { discoverModels } from './discover-models.ts'
import { type KeptProvider, listProviders, readProvider } from './kept-provider.ts'
import { catalogOf, listModels } from './list-models.ts'
import { createPriceSource, refreshPriceData } from './price-data.ts'
import type { ProviderParts, ProviderRoom } from './provider-parts.ts'
import type { Providers } from './providers.ts'
import { showProvider } from './show-provider.ts'
import { testProvider } from './test-provider.ts'
import { within } from './within.ts'

/** Each server is given less; this is for a machine that is busy. */
const LOCAL_SERVERS_MS = 10_000

/** The providers of one owner. They come before the engine, which reaches models through them. */
export function createProviders(parts: ProviderParts): Providers {
  const controller = new AbortController()
  const room: ProviderRoom = { ...parts, commands: createCommands(parts), closing: controller.signal }
  const asking = new Map<string, Promise<KeptProvider>>()
  const shown = async (id: string) => showProvider(room.sealer, await readProvider(room.store, id))

  return {
    presets: room.upstream.presets,
    async list() {
      const found = await listProviders(room.store)
      const kept = found.filter((each): each is KeptProvider => !('unreadable' in each))
      return {
        providers: await Promise.all(kept.map(each => showProvider(room.sealer, each))),
        unreadable: found.flatMap(each => ('unreadable' in each ? [{ id: each.id, because: each.unreadable }] : [])),
      }
    },
    add: async command => shown(await addProvider(room, command)),
    change: async command => shown(await changeProvider(room, command)),
    remove: command => removeProvider(room, command),
    overrideModel: async command => shown(await overrideModel(room, command)),
    async discover(providerId) {
      const before = asking.get(providerId)
      if (before !== undefined) return catalogOf(room, await before)
      const asked = discoverModels(room, providerId)
      asking.set(providerId, asked)
      try {
        return await catalogOf(room, await asked)
      } finally {
        asking.delete(providerId)
      }
    },
    test: query => testProvider(room, query),
    findLocalServers: () => within(LOCAL_SERVERS_MS, room.closing, signal => room.upstream.findLocalServers(signal)),
    refreshPrices: () => refreshPriceData(room),
    models: () => listModels(room),
    connections: createConnections(room),
    prices: createPriceSource(room),
    close: () => controller.abort(),
  }
}
