import type { ModelFacts } from '@stet/history'
import type {
  Connection,
  Connections,
  DefinitionTest,
  DiscoveredModel,
  FoundServer,
  KeptPrices,
  Models,
  Preset,
  PriceData,
} from '@stet/models'

/** What is asked of the world outside: a home hands it in, tests hand in theirs. */
export interface Upstream {
  /** Everything that goes over the network goes through it. */
  readonly fetch: typeof globalThis.fetch
  readonly presets: readonly Preset[]
  /** The model that needs no definition. */
  readonly demo: ModelFacts
  /** The models that a connection reaches. Throws `ModelError`. */
  discover(connection: Connection, signal: AbortSignal): Promise<readonly DiscoveredModel[]>
  /** Tries a definition; with no model named, one that the provider lists. Throws `ModelError` when it is aborted. */
  test(connection: Connection, model: string | null, signal: AbortSignal): Promise<DefinitionTest>
  /** Servers that run on the person's own computer. */
  findLocalServers(signal: AbortSignal): Promise<readonly FoundServer[]>
  /** The price data that came with Stet. */
  bundledPrices(): Promise<PriceData>
  /** The newest price data. Throws `ModelError`. */
  fetchPrices(signal: AbortSignal): Promise<KeptPrices>
  /** Throws `ModelError` when it cannot be read. */
  readPrices(kept: KeptPrices): PriceData
  /** What is known of models, over definitions as they stand at one moment. */
  readOver(connections: Connections): Pick<Models, 'facts' | 'prices'>
}
