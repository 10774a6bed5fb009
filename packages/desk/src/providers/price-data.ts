import { ModelError, type ModelsOptions, type PriceData } from '@stet/models'
import {
  blobId,
  fromPriceDataRow,
  PRICE_DATA_ID,
  PRICE_DATA_SHELF,
  type PriceDataRecord,
  toPriceDataPut,
} from '@stet/store'
import type { PriceDataState } from './providers.ts'
import type { ProvidersContext } from './providers-deps.ts'
import { within } from './within.ts'

const PRICES_MS = 45_000

interface StoredData {
  /** Null when there is none, or it cannot be read. */
  readonly record: PriceDataRecord | null
  readonly version: number
}

/** Fetches the newest price data. What was stored stays when that fails. */
export async function refreshPriceData(context: ProvidersContext): Promise<PriceDataState> {
  const { store, upstream, clock } = context
  try {
    const { json, at } = await within(PRICES_MS, context.closing, signal => upstream.fetchPrices(signal))
    const bytes = new TextEncoder().encode(json)
    const blob = await blobId(bytes)
    await store.blobs.put(blob, bytes, clock())
    const { version } = await readStored(context)
    await store.write([toPriceDataPut({ at, blob }, { expect: version })])
    return { asOf: at, error: null }
  } catch (error) {
    if (!(error instanceof ModelError)) throw error
    const { record } = await readStored(context)
    return { asOf: record?.at ?? null, error: error.message }
  }
}

/** The price data in use, parsed once until it changes. */
export function createPriceSource(context: ProvidersContext): ModelsOptions['prices'] {
  let held: { readonly blob: string | null; readonly data: Promise<PriceData> } | null = null
  return {
    async read() {
      const { record } = await readStored(context)
      const blob = record?.blob ?? null
      // A list of models asks for all of them at once; the data is large, so they share one parse.
      const now = held?.blob === blob ? held : { blob, data: load(context, record) }
      held = now
      try {
        return await now.data
      } catch (error) {
        if (held === now) held = null
        throw error
      }
    },
  }
}

async function load(context: ProvidersContext, record: PriceDataRecord | null): Promise<PriceData> {
  return (record && (await parse(context, record))) ?? context.upstream.bundledPrices()
}

/** Null when it cannot be read: then the bundled prices are used, and the log has the reason. */
async function parse(
  { store, upstream, log }: ProvidersContext,
  { at, blob }: PriceDataRecord,
): Promise<PriceData | null> {
  try {
    const bytes = await store.blobs.get(blob)
    if (bytes === null) throw new ModelError('protocol', { message: 'the bytes are gone' })
    return upstream.readPrices({ json: new TextDecoder().decode(bytes), at })
  } catch (error) {
    if (!(error instanceof ModelError)) throw error
    log.error('price data that was fetched cannot be read', { error })
    return null
  }
}

async function readStored({ store, log }: ProvidersContext): Promise<StoredData> {
  const row = await store.get(PRICE_DATA_SHELF, PRICE_DATA_ID)
  if (row === null) return { record: null, version: 0 }
  const record = fromPriceDataRow(row)
  if (!('unreadable' in record)) return { record, version: row.version }
  log.error('price data that was fetched cannot be read', { because: record.unreadable })
  return { record: null, version: row.version }
}
