import * as z from 'zod/mini'
import type { Put, ReadRow } from '../contract/store.ts'
import { createCodec, exactly, type UnreadableRecord } from './schemas/codec.ts'

export const WEB_SEARCH_SHELF = 'web-search'
/** Its body is sealed by the home's own key, whether the store is sealed or not. No export holds it. */
export const WEB_SEARCH_KEYS_SHELF = 'web-search-keys'
/** There is one of each. */
export const WEB_SEARCH_ID = 'own'

/** The search service that the tool `web_search` asks. Its key is not in it: it is sealed, on a shelf of its own. */
export interface WebSearchRecord {
  readonly service: 'searxng' | 'brave' | 'tavily'
  /** Null for the service's own address. */
  readonly url: string | null
  /** Whether it may be on this computer. */
  readonly thisComputer: boolean
  readonly hasKey: boolean
}

const codec = createCodec(
  1,
  exactly<WebSearchRecord>()(
    z.object({
      service: z.enum(['searxng', 'brave', 'tavily']),
      url: z.nullable(z.string()),
      thisComputer: z.boolean(),
      hasKey: z.boolean(),
    }),
  ),
)

export function toWebSearchPut(record: WebSearchRecord, expect: number): Put {
  return toPut(WEB_SEARCH_SHELF, codec.encode(record), expect)
}

export function fromWebSearchRow(row: ReadRow): WebSearchRecord | UnreadableRecord {
  const decoded = codec.decode(row)
  return 'record' in decoded ? decoded.record : { id: row.id, ...decoded }
}

export function toWebSearchKeyPut(sealed: Uint8Array, expect: number): Put {
  return toPut(WEB_SEARCH_KEYS_SHELF, sealed, expect)
}

function toPut(shelf: string, body: Uint8Array, expect: number): Put {
  return { kind: 'put', shelf, id: WEB_SEARCH_ID, parent: '', order: 'next', expect, refs: [], body }
}
