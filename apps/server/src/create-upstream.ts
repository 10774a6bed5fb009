import type { Upstream } from '@stet/desk'
import {
  type Connection,
  createModels,
  findLocalServers,
  loadBundledPrices,
  loadProvider,
  ModelError,
  type ModelsOptions,
  type Provider,
  presets,
  readPrices,
  refreshPrices,
  testDefinition,
} from '@stet/models'

interface UpstreamDeps extends Pick<ModelsOptions, 'demo' | 'files' | 'clock'> {
  readonly fetch: typeof globalThis.fetch
  /** The price data in force. */
  readonly prices: () => ModelsOptions['prices']
}

/** The world outside, as the desk asks it. */
export function createUpstream({ demo, files, clock, fetch, prices }: UpstreamDeps): Upstream {
  return {
    fetch,
    presets,
    demo: demo.facts,
    discover: async (connection, signal) => (await providerOf(connection)).discover(connection, signal),
    async test(connection, model, signal) {
      const provider = await providerOf(connection)
      return testDefinition({ connection, provider, signal, ...(model === null ? {} : { model }) })
    },
    findLocalServers: signal => findLocalServers({ fetch, signal }),
    bundledPrices: loadBundledPrices,
    fetchPrices: signal => refreshPrices({ fetch, signal, at: clock() }),
    readPrices,
    readOver: connections => createModels({ demo, connections, files, clock, prices: prices() }),
  }
}

async function providerOf({ definition }: Connection): Promise<Provider> {
  const provider = await loadProvider(definition.type)
  if (provider === null) throw new ModelError('not-found', { message: `${definition.type} is spoken over no wire.` })
  return provider
}
