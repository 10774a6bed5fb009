import type { Json, ModelFacts } from '@stet/history'
import * as z from 'zod/mini'
import type { Put, ReadRow } from '../contract/store.ts'
import { createCodec, exactly, json, list, type UnreadableRecord } from './codec.ts'

export const PROVIDERS_SHELF = 'providers'

/** A provider as the user defined it. Its key and the values of its headers are no part of it: they are sealed, on their own shelf. */
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
  readonly overrides: Readonly<Record<string, OverrideRecord>>
}

export interface OverrideRecord {
  readonly contextWindow?: number
  readonly outputLimit?: number
  readonly takes?: Partial<ModelFacts['takes']>
  readonly reasoning?: ModelFacts['reasoning']
  readonly caching?: ModelFacts['caching']
  readonly prices?: PricesRecord
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

/** What a provider, or the user, says about a model. */
export const abilityFields = {
  contextWindow: z.exactOptional(z.number()),
  outputLimit: z.exactOptional(z.number()),
  takes: z.exactOptional(
    z.object({
      images: z.exactOptional(z.boolean()),
      files: z.exactOptional(z.boolean()),
      tools: z.exactOptional(z.boolean()),
    }),
  ),
  reasoning: z.exactOptional(z.enum(['none', 'budget', 'effort', 'level', 'switch'])),
  caching: z.exactOptional(z.enum(['marks', 'automatic', 'none'])),
}

const Override = exactly<OverrideRecord>()(
  z.object({ ...abilityFields, prices: z.exactOptional(z.object(priceFields)) }),
)

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
      overrides: z.record(z.string(), Override),
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
