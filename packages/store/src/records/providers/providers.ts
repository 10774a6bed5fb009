import { type Json, type ModelOverride, modelOverride } from '@stet/history'
import * as z from 'zod/mini'
import type { Put, ReadRow } from '../../contract/store.ts'
import { createCodec, declaredPartial, exactly, json, list, type UnreadableRecord } from '../schemas/codec.ts'

export const PROVIDERS_SHELF = 'providers'

/** A provider as the user defined it. Its key and the values of its headers are not in it: they are sealed, on a shelf of their own. */
export interface ProviderRecord {
  readonly id: string
  readonly type: string
  readonly name: string
  readonly icon: string | null
  readonly preset: string | null
  readonly baseUrl: string | null
  readonly modelsUrl: string | null
  /** By name: options come and go with the servers that need them. */
  readonly options: Readonly<Record<string, Json>>
  readonly enabled: boolean
  readonly hasKey: boolean
  readonly headerNames: readonly string[]
  /** What the user says of single models, by model. */
  readonly overrides: Readonly<Record<string, ModelOverride>>
}

/** US dollars; null is not known. */
export interface PricesRecord {
  readonly input: number | null
  readonly output: number | null
  readonly cacheRead: number | null
  readonly cacheWrite: number | null
  readonly cacheWriteLong: number | null
  readonly webSearch: number | null
  readonly request?: number
  readonly audioInput?: number
  readonly imageInput: number | null
  readonly imageOutput: number | null
}

const price = z.nullable(z.number())
export const priceFields = {
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
  exactly<ProviderRecord>()(
    z.object({
      id: z.string(),
      type: z.string(),
      name: z.string(),
      icon: z.nullable(z.string()),
      preset: z.nullable(z.string()),
      baseUrl: z.nullable(z.string()),
      modelsUrl: z.nullable(z.string()),
      options: z.record(z.string(), json),
      enabled: z.boolean(),
      hasKey: z.boolean(),
      headerNames: list(z.string()),
      overrides: z.record(z.string(), declaredPartial(modelOverride)),
    }),
  ),
)

/** Providers are listed under the empty parent, in the order they were made. */
export function toProviderPut(
  provider: ProviderRecord,
  at: { readonly expect: number; readonly order: number | 'next' },
): Put {
  const body = codec.encode(provider)
  return { kind: 'put', shelf: PROVIDERS_SHELF, id: provider.id, parent: '', ...at, refs: [], body }
}

export function fromProviderRow(row: ReadRow): ProviderRecord | UnreadableRecord {
  const decoded = codec.decode(row)
  return 'record' in decoded ? decoded.record : { id: row.id, ...decoded }
}
