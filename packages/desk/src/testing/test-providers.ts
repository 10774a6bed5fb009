import { type LogEntry, openMemoryHome, randomBytes, scriptedFacts } from '@stet/engine/testing'
import type { ModelFacts } from '@stet/history'
import { type ConnectedDefinition, defaultDefinitionOptions, type PriceData } from '@stet/models'
import { keyedHash, makeKey, openBytes, type Store, sealBytes, toSealKey } from '@stet/store'
import { createProviders } from '../providers/create-providers.ts'
import type { ProviderForm, Providers } from '../providers/providers.ts'
import type { Sealer, Upstream } from '../providers/providers-deps.ts'

export const demo: ModelFacts = { ...scriptedFacts, definition: 'demo', protocol: 'demo', model: 'demo', name: 'Demo' }

export const SECRET = 'sk-test-0123456789-never-to-be-seen'

export const form: ProviderForm = {
  type: 'openai-chat',
  name: 'Mine',
  icon: null,
  preset: null,
  baseUrl: 'https://example.org/v1',
  modelsUrl: null,
  options: defaultDefinitionOptions,
  enabled: true,
  key: SECRET,
  headers: {},
}

export const bundledPrices: PriceData = { asOf: null, vendors: [], leftOut: 0 }

/** The facts of a model from its definition alone. */
function factsOf({ connection, models, overrides }: ConnectedDefinition, model: string): ModelFacts {
  const { id: definition, type: protocol } = connection.definition
  const name = models.find(each => each.model === model)?.name ?? model
  const contextWindow = overrides[model]?.contextWindow ?? null
  return { ...scriptedFacts, definition, protocol, model, name, contextWindow }
}

/** An upstream that answers at once; a test replaces what it is about. */
export function fakeUpstream(replaced: Partial<Upstream> = {}): Upstream {
  return {
    fetch: async () => {
      throw new Error('nothing is fetched in this test')
    },
    demo,
    presets: [],
    discover: async () => [{ model: 'large' }, { model: 'small', name: 'A small one', note: '8B' }],
    setWindow: async () => undefined,
    test: async () => ({ ok: true, steps: [] }),
    findLocalServers: async () => [],
    bundledPrices: async () => bundledPrices,
    fetchPrices: async () => ({ json: '[]', at: 5 }),
    readPrices: ({ at }) => ({ ...bundledPrices, asOf: at }),
    readOver: connections => ({
      async facts({ definition, model }) {
        if (definition === demo.definition) return demo
        const connected = await connections.find(definition)
        return connected === null ? null : factsOf(connected, model)
      },
      prices: async () => null,
    }),
    ...replaced,
  }
}

export interface TestProviders {
  readonly providers: Providers
  readonly store: Store
  readonly sealer: Sealer
  readonly logged: readonly LogEntry[]
}

export async function openTestProviders(
  upstream: Partial<Upstream> = {},
  home: Partial<Pick<TestProviders, 'store' | 'sealer'>> = {},
): Promise<TestProviders> {
  const { store = openMemoryHome().store, sealer = await createTestSealer() } = home
  const logged: LogEntry[] = []
  const log = {
    warn: (message: string, facts = {}) => logged.push({ level: 'warn', message, facts }),
    error: (message: string, facts = {}) => logged.push({ level: 'error', message, facts }),
  } as const
  let now = 1000
  const clock = () => {
    now += 1
    return now
  }
  const providers = createProviders({ store, clock, randomBytes, sealer, upstream: fakeUpstream(upstream), log })
  return { providers, store, sealer, logged }
}

/** A sealer with a key of its own, as a home makes one. */
export async function createTestSealer(): Promise<Sealer> {
  const key = await toSealKey(makeKey())
  const keys = new Map([[key.id, key]])
  const bytes = (text: string) => new TextEncoder().encode(text)
  return {
    seal: (plain, boundTo) => sealBytes(key, plain, bytes(boundTo)),
    open: (sealed, boundTo) => openBytes(keys, sealed, bytes(boundTo)),
    hash: plain => keyedHash(key, plain),
  }
}
