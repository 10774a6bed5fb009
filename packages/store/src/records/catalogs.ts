import * as z from 'zod/mini'
import type { Put, ReadRow } from '../contract/store.ts'
import { createCodec, exactly, list, type UnreadableRecord } from './codec.ts'
import { abilityFields, type OverrideRecord, type PricesRecord } from './providers.ts'

export const CATALOGS_SHELF = 'catalogs'

/** The models of a provider as last discovered. They can always be fetched again. */
export interface CatalogRecord {
  /** That of its provider. */
  readonly id: string
  /** When models were last discovered; null for never. */
  readonly at: number | null
  readonly models: readonly CatalogModel[]
  /** Why the last attempt failed; null when it did not. */
  readonly error: { readonly at: number; readonly kind: string; readonly message: string } | null
}

export interface CatalogModel extends Omit<OverrideRecord, 'prices'> {
  readonly model: string
  readonly name?: string
  readonly prices?: Partial<PricesRecord>
  readonly note?: string
}

const price = z.exactOptional(z.nullable(z.number()))
const knownPriceFields = {
  input: price,
  output: price,
  cacheRead: price,
  cacheWrite: price,
  cacheWriteLong: price,
  webSearch: price,
  request: z.exactOptional(z.number()),
  audioInput: z.exactOptional(z.number()),
  imageInput: price,
  imageOutput: price,
}

const codec = createCodec(
  1,
  exactly<CatalogRecord>()(
    z.object({
      id: z.string(),
      at: z.nullable(z.number()),
      models: list(
        z.object({
          model: z.string(),
          name: z.exactOptional(z.string()),
          ...abilityFields,
          prices: z.exactOptional(z.object(knownPriceFields)),
          note: z.exactOptional(z.string()),
        }),
      ),
      error: z.nullable(z.object({ at: z.number(), kind: z.string(), message: z.string() })),
    }),
  ),
)

export function toCatalogPut(catalog: CatalogRecord, at: { readonly expect: number }): Put {
  const body = codec.encode(catalog)
  return { kind: 'put', shelf: CATALOGS_SHELF, id: catalog.id, parent: '', order: 'next', ...at, refs: [], body }
}

export function fromCatalogRow(row: ReadRow): CatalogRecord | UnreadableRecord {
  const decoded = codec.decode(row)
  return 'record' in decoded ? decoded.record : { id: row.id, ...decoded }
}
