import type { Commands, Log } from '@stet/engine'
import type { ModelFacts } from '@stet/history'
import type {
  Connection,
  Connections,
  Definition,
  DefinitionTest,
  DiscoveredModel,
  FoundServer,
  KeptPrices,
  Models,
  Preset,
  PriceData,
} from '@stet/models'
import type { Store } from '@stet/store'
import { reachOf } from './check-address.ts'

export interface ProvidersDeps {
  /** Opened for the one owner of these providers. */
  readonly store: Store
  readonly clock: () => number
  readonly randomBytes: (count: number) => Uint8Array
  readonly sealer: Sealer
  readonly upstream: Upstream
  readonly log: Log
}

export interface ProvidersContext extends ProvidersDeps {
  readonly commands: Commands
  /** Aborts when the home closes. */
  readonly closing: AbortSignal
}

/** Seals what only a provider may see. A home makes it and holds the key, which desk never sees. */
export interface Sealer {
  /** The seal opens for the same `boundTo` alone. */
  seal(plain: Uint8Array, boundTo: string): Promise<Uint8Array>
  /** Throws `BrokenSeal` when it does not open: another key, another `boundTo`, changed bytes. */
  open(sealed: Uint8Array, boundTo: string): Promise<Uint8Array>
  /** A hash that nobody can compute without the home's key. */
  hash(plain: Uint8Array): Promise<string>
}

/** Everything that needs the network. A home provides it, and tests provide their own. */
export interface Upstream {
  /** Everything that goes over the network goes through it. */
  readonly fetch: typeof globalThis.fetch
  /** For definitions that may reach this computer (Z-4). Without it, `fetch` serves both. */
  readonly localFetch?: typeof globalThis.fetch
  readonly presets: readonly Preset[]
  /** The model that needs no definition. */
  readonly demo: ModelFacts
  /** The models that a connection reaches. Throws `ModelError`. */
  discover(connection: Connection, signal: AbortSignal): Promise<readonly DiscoveredModel[]>
  /** Makes a local server load a model with this window from now on. Throws `ModelError`. */
  setWindow(connection: Connection, model: string, tokens: number, signal: AbortSignal): Promise<void>
  /** Tries a definition; with no model named, one that the provider lists. Throws `ModelError` when it is aborted. */
  test(connection: Connection, model: string | null, signal: AbortSignal): Promise<DefinitionTest>
  /** Servers that run on the user's own computer. */
  findLocalServers(signal: AbortSignal): Promise<readonly FoundServer[]>
  /** The price data that came with Stet. */
  bundledPrices(): Promise<PriceData>
  /** The newest price data. Throws `ModelError`. */
  fetchPrices(signal: AbortSignal): Promise<KeptPrices>
  /** Throws `ModelError` when it cannot be read. */
  readPrices(stored: KeptPrices): PriceData
  /** Facts and prices of models over a fixed set of definitions. */
  readOver(connections: Connections): Pick<Models, 'facts' | 'prices'>
}

export function fetchFor(
  { fetch, localFetch }: Upstream,
  { options }: Pick<Definition, 'options'>,
): typeof globalThis.fetch {
  return reachOf(options) === 'with-loopback' ? (localFetch ?? fetch) : fetch
}
