import { EngineError } from '@stet/engine'
import { type DefinedType, definedTypes, readStoredSettings } from '@stet/history'
import { type Definition, definitionOptions } from '@stet/models'
import {
  CATALOGS_SHELF,
  type CatalogRecord,
  CREDENTIALS_SHELF,
  fromCatalogRow,
  fromProviderRow,
  listRows,
  PROVIDERS_SHELF,
  type ProviderRecord,
  type ReadRow,
  type Store,
} from '@stet/store'
import { isPlainLoopback } from './check-address.ts'
import type { CatalogState } from './providers.ts'

/** A provider as stored, with the versions that a change needs. */
export interface StoredProvider {
  readonly record: ProviderRecord
  readonly definition: Definition & { readonly type: DefinedType }
  readonly version: number
  readonly order: number
  readonly catalog: CatalogRecord
  /** 0 when there is none. */
  readonly catalogVersion: number
  /** Its credentials, null when it has none. */
  readonly sealed: ReadRow | null
}

export type FoundProvider = StoredProvider | { readonly id: string; readonly unreadable: string }

export async function readProvider(store: Store, id: string): Promise<StoredProvider> {
  const rows = await findProviderRows(store, id)
  if (rows === null) throw new EngineError('provider-not-found', `there is no provider ${id}`)
  const found = toFound(rows)
  if ('unreadable' in found) {
    throw new EngineError('provider-unreadable', `the provider ${id} cannot be opened: ${found.unreadable}`)
  }
  return found
}

/** The rows of a provider. Equal versions mean equal content. */
export interface ProviderRows {
  readonly row: ReadRow
  readonly catalog: ReadRow | null
  /** Its credentials. */
  readonly sealed: ReadRow | null
}

export async function findProviderRows(store: Store, id: string): Promise<ProviderRows | null> {
  const row = await store.get(PROVIDERS_SHELF, id)
  return row === null ? null : withRest(store, row)
}

/** In the order they were made. */
export async function listProviders(store: Store): Promise<readonly FoundProvider[]> {
  const found: Promise<FoundProvider>[] = []
  for await (const row of listRows(store, PROVIDERS_SHELF, { by: { parent: '' } })) {
    found.push(withRest(store, row).then(toFound))
  }
  return Promise.all(found)
}

async function withRest(store: Store, row: ReadRow): Promise<ProviderRows> {
  const [catalog, sealed] = await Promise.all([store.get(CATALOGS_SHELF, row.id), store.get(CREDENTIALS_SHELF, row.id)])
  return { row, catalog, sealed }
}

export function toFound({ row, catalog: catalogRow, sealed }: ProviderRows): FoundProvider {
  const record = fromProviderRow(row)
  if ('unreadable' in record) return record
  const definition = toDefinition(record)
  if ('unreadable' in definition) return { id: record.id, ...definition }
  const { version, order } = row
  const catalog = toCatalog(record.id, catalogRow)
  return { record, definition, version, order, catalog, catalogVersion: catalogRow?.version ?? 0, sealed }
}

function toDefinition(record: ProviderRecord): StoredProvider['definition'] | { readonly unreadable: string } {
  const { id, name, icon, preset, baseUrl, modelsUrl, enabled } = record
  // Before the option existed, an address of this computer needed no mark.
  const thisComputer = [baseUrl, modelsUrl].some(isPlainLoopback)
  const read = readStoredSettings(definitionOptions, { thisComputer, ...record.options })
  if (read.kind === 'invalid')
    return { unreadable: read.errors.map(({ message }) => `its option ${message}`).join('. ') }
  const { settings: options } = read
  if (!isDefinedType(record.type)) return { unreadable: `its type is ${JSON.stringify(record.type)}` }
  return { id, type: record.type, name, icon, preset, baseUrl, modelsUrl, options, enabled }
}

function isDefinedType(type: string): type is DefinedType {
  return definedTypes.some(known => known === type)
}

/** An unreadable list of models is an empty one with an error: it can be fetched again. */
function toCatalog(id: string, row: ReadRow | null): CatalogRecord {
  const none = { id, at: null, models: [], error: null }
  if (row === null) return none
  const catalog = fromCatalogRow(row)
  if (!('unreadable' in catalog)) return catalog
  return {
    ...none,
    error: { at: 0, kind: 'unreadable', message: `The list that was stored cannot be read: ${catalog.unreadable}` },
  }
}

export function toCatalogState({ at, models, error }: CatalogRecord): CatalogState {
  return { at, count: models.length, error }
}
