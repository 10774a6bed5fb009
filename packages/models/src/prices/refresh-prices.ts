import { type Connection, defaultDefinitionOptions } from '../definition.ts'
import { openWire } from '../transport/open-wire.ts'
import { fromResponse, fromThrown } from '../transport/to-model-error.ts'
import { parsePriceData } from './parse-price-data.ts'
import type { PriceData } from './price-data.ts'

/** Price data as it was fetched, for whoever keeps it. */
export interface KeptPrices {
  readonly json: string
  /** When it was fetched, in milliseconds since the epoch. */
  readonly at: number
}

/** Fetches the newest price data from those who maintain it: only when the person asks. What cannot be read is not given back. */
export async function refreshPrices({
  fetch,
  signal,
  at,
}: {
  readonly fetch: typeof globalThis.fetch
  readonly signal: AbortSignal
  readonly at: number
}): Promise<KeptPrices> {
  const { REMOTE_DATA_JSON_URL: url } = await import('@pydantic/genai-prices')
  const wire = openWire({ connection: withoutKey(url, fetch), signal })
  try {
    const response = await wire.fetch(url)
    const refusal = wire.refused()
    if (refusal !== null) throw fromResponse(refusal)
    const kept = { json: await response.text(), at }
    readPrices(kept)
    return kept
  } catch (error) {
    throw fromThrown(error, { signal, wire })
  } finally {
    wire.end()
  }
}

export function readPrices({ json, at }: KeptPrices): PriceData {
  return parsePriceData(JSON.parse(json), at)
}

function withoutKey(url: string, fetch: typeof globalThis.fetch): Connection {
  const definition = {
    id: 'prices',
    type: 'openai-chat',
    name: 'Prices',
    icon: null,
    preset: null,
    baseUrl: url,
    modelsUrl: null,
    options: defaultDefinitionOptions,
    enabled: true,
  } as const
  const limits = { firstByteMs: 20_000, idleMs: 20_000, totalMs: 60_000, bytes: 16 * 1024 * 1024 }
  return { definition, credentials: { key: null, headers: {} }, fetch, limits }
}
