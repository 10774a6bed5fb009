import * as z from 'zod/mini'
import type { Put, ReadRow } from '../../contract/store.ts'
import { createCodec, exactly, type UnreadableRecord } from '../schemas/codec.ts'

export const PRICE_DATA_SHELF = 'price-data'
/** There is one, the newest. */
export const PRICE_DATA_ID = 'newest'

/** Price data that the user fetched. */
export interface PriceDataRecord {
  /** When, in milliseconds since the epoch. */
  readonly at: number
  /** Its bytes: text in the format of those who maintain it. */
  readonly blob: string
}

const codec = createCodec(1, exactly<PriceDataRecord>()(z.object({ at: z.number(), blob: z.string() })))

export function toPriceDataPut(record: PriceDataRecord, at: { readonly expect: number }): Put {
  return {
    kind: 'put',
    shelf: PRICE_DATA_SHELF,
    id: PRICE_DATA_ID,
    parent: '',
    order: 'next',
    ...at,
    refs: [`blob:${record.blob}`],
    body: codec.encode(record),
  }
}

export function fromPriceDataRow(row: ReadRow): PriceDataRecord | UnreadableRecord {
  const decoded = codec.decode(row)
  return 'record' in decoded ? decoded.record : { id: row.id, ...decoded }
}
