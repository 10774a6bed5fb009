import { type ModelOverride, modelOverride } from '@stet/history'
import * as z from 'zod/mini'
import type { Put, ReadRow } from '../../contract/store.ts'
import { createCodec, declaredPartial, exactly, list, type UnreadableRecord } from '../schemas/codec.ts'

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

export interface CatalogModel extends ModelOverride {
  readonly model: string
  readonly name?: string
  readonly uncertainWindow?: boolean
  readonly note?: string
}

const codec = createCodec(
  1,
  exactly<CatalogRecord>()(
    z.object({
      id: z.string(),
      at: z.nullable(z.number()),
      models: list(
        z.intersection(
          z.object({
            model: z.string(),
            name: z.exactOptional(z.string()),
            uncertainWindow: z.exactOptional(z.boolean()),
            note: z.exactOptional(z.string()),
          }),
          declaredPartial(modelOverride),
        ),
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
