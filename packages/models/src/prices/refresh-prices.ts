import { ModelError } from '../model-error.ts'
import { parseJson } from '../transport/json-field.ts'
import { send } from '../transport/send.ts'
import { parsePriceData } from './parse-price-data.ts'
import type { PriceData } from './price-data.ts'

/** Price data as it was fetched, to be stored. */
export interface KeptPrices {
  readonly json: string
  /** When it was fetched, in milliseconds since the epoch. */
  readonly at: number
}

/** Fetches the newest price data from its maintainers: only when the user asks. Data that cannot be read is not returned. */
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
  const connection = { credentials: { key: null, headers: {} }, fetch, limits }
  const answer = await send({ connection, signal, request: { method: 'GET', url, headers: new Headers() } })
  try {
    const kept = { json: await answer.text(), at }
    readPrices(kept)
    return kept
  } finally {
    answer.close()
  }
}

const limits = { firstByteMs: 20_000, idleMs: 20_000, totalMs: 60_000, bytes: 16 * 1024 * 1024 }

export function readPrices({ json, at }: KeptPrices): PriceData {
  const parsed = parseJson(json)
  if (parsed === undefined) throw new ModelError('protocol', { message: 'the price data is not JSON' })
  return parsePriceData(parsed, at)
}
