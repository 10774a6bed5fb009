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
  readonly localFetch?: typeof globalThis.fetch
  /** The price data in force. A function, because the providers that hold it are made from this. */
  readonly prices: () => ModelsOptions['prices']
}

/** What the desk asks of providers and of the network, answered by `@stet/models`. */
export function createUpstream({ demo, files, clock, fetch, localFetch, prices }: UpstreamDeps): Upstream {
  return {
    fetch,
    ...(localFetch && { localFetch }),
    presets,
    demo: demo.facts,
    discover: async (connection, signal) => (await providerOf(connection)).discover(connection, signal),
    async setWindow(connection, model, tokens, signal) {
      const { setWindow } = await providerOf(connection)
      if (setWindow === undefined) {
        const message = `${connection.definition.name} decides its window by itself.`
        throw new ModelError('invalid-request', { message })
      }
      await setWindow(connection, model, tokens, signal)
    },
    async test(connection, model, signal) {
      const provider = await providerOf(connection)
      return testDefinition({ connection, provider, signal, ...(model === null ? {} : { model }) })
    },
    findLocalServers: signal => findLocalServers({ fetch: localFetch ?? fetch, signal }),
    bundledPrices: loadBundledPrices,
    fetchPrices: signal => refreshPrices({ fetch, signal, at: clock() }),
    readPrices,
    readOver: connections => createModels({ demo, connections, files, clock, prices: prices() }),
  }
}

async function providerOf({ definition }: Connection): Promise<Provider> {
  const provider = await loadProvider(definition.type)
  if (provider === null) throw new ModelError('not-found', { message: `${definition.type} has no network protocol.` })
  return provider
}
