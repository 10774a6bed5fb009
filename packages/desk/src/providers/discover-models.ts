import { type Connection, type DiscoveredModel, ModelError } from '@stet/models'
import { type CatalogRecord, Conflict, PROVIDERS_SHELF, toCatalogPut } from '@stet/store'
import { openCredentials } from './credentials.ts'
import { fetchFor, type ProvidersContext } from './providers-deps.ts'
import { readProvider, type StoredProvider } from './stored-provider.ts'
import { within } from './within.ts'

const MOST_TRIES = 3
/** A local server may have to load first; after this, the user assumes it is broken. */
export const DISCOVERY_MS = 30_000

/** Asks a provider for its models and stores them, or the error. */
export async function discoverModels(context: ProvidersContext, providerId: string): Promise<StoredProvider> {
  for (let tries = 1; ; tries += 1) {
    const stored = await readProvider(context.store, providerId)
    const catalog = await ask(context, stored)
    try {
      // Fenced: if the definition changed meanwhile, these are not its models.
      await context.store.write([
        { kind: 'check', shelf: PROVIDERS_SHELF, id: providerId, expect: stored.version },
        toCatalogPut(catalog, { expect: stored.catalogVersion }),
      ])
      return { ...stored, catalog, catalogVersion: stored.catalogVersion + 1 }
    } catch (error) {
      if (!(error instanceof Conflict) || tries === MOST_TRIES) throw error
    }
  }
}

/** Makes a local server load a model with this window, then asks for its models again. An error is shown and not stored. */
export async function setWindow(
  context: ProvidersContext,
  { providerId, model, tokens }: { readonly providerId: string; readonly model: string; readonly tokens: number },
): Promise<StoredProvider> {
  const stored = await readProvider(context.store, providerId)
  const connection = await connect(context, stored)
  if ('error' in connection) return { ...stored, catalog: failed(stored, connection.error) }
  try {
    await within(DISCOVERY_MS, context.closing, signal => context.upstream.setWindow(connection, model, tokens, signal))
  } catch (error) {
    if (!(error instanceof ModelError) || context.closing.aborted) throw error
    return { ...stored, catalog: failed(stored, { at: context.clock(), kind: error.kind, message: error.message }) }
  }
  return discoverModels(context, providerId)
}

async function ask(context: ProvidersContext, stored: StoredProvider): Promise<CatalogRecord> {
  const { upstream, clock } = context
  const { record } = stored
  const connection = await connect(context, stored)
  if ('error' in connection) return failed(stored, connection.error)
  try {
    const models = await within(DISCOVERY_MS, context.closing, signal => upstream.discover(connection, signal))
    return { id: record.id, at: clock(), models: cleanModels(models), error: null }
  } catch (error) {
    // The home is closing: not an error of the provider.
    if (!(error instanceof ModelError) || context.closing.aborted) throw error
    return failed(stored, { at: clock(), kind: error.kind, message: error.message })
  }
}

async function connect(
  { sealer, upstream, clock, log }: ProvidersContext,
  { definition, record, sealed }: StoredProvider,
): Promise<Connection | { readonly error: CatalogError }> {
  const opened = await openCredentials(sealer, record, sealed)
  if ('trouble' in opened) return { error: { at: clock(), kind: 'auth', message: opened.trouble } }
  return {
    definition,
    credentials: opened.credentials,
    fetch: fetchFor(upstream, definition),
    log: (line: string) => log.warn(line, { providerId: definition.id }),
  }
}

type CatalogError = NonNullable<CatalogRecord['error']>

function failed({ catalog }: StoredProvider, error: CatalogError): CatalogRecord {
  return { ...catalog, error }
}

const MOST_MODELS = 10_000
const LONGEST_NAME = 500

/** The discovered models without invalid values: one bad entry must not cost the others. */
export function cleanModels(discovered: readonly DiscoveredModel[]): readonly DiscoveredModel[] {
  const models = new Map<string, DiscoveredModel>()
  for (const each of discovered) {
    if (models.size === MOST_MODELS) break
    const { model } = each
    if (model === '' || model.length > LONGEST_NAME || models.has(model)) continue
    models.set(model, cleanModel(each))
  }
  return [...models.values()]
}

function cleanModel({ contextWindow, outputLimit, prices, name, note, ...rest }: DiscoveredModel): DiscoveredModel {
  return {
    ...rest,
    ...(isCount(contextWindow) ? { contextWindow } : {}),
    ...(isCount(outputLimit) ? { outputLimit } : {}),
    ...(prices === undefined ? {} : { prices: cleanPrices(prices) }),
    ...(name === undefined ? {} : { name: name.slice(0, LONGEST_NAME) }),
    ...(note === undefined ? {} : { note: note.slice(0, LONGEST_NAME) }),
  }
}

function cleanPrices(prices: NonNullable<DiscoveredModel['prices']>): NonNullable<DiscoveredModel['prices']> {
  return Object.fromEntries(
    Object.entries(prices).filter(([, price]) => price === null || (Number.isFinite(price) && price >= 0)),
  )
}

function isCount(value: number | undefined): value is number {
  return value !== undefined && Number.isSafeInteger(value) && value > 0
}
