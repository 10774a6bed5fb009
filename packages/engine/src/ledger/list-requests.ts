import type { ChatId, Cost, Usage } from '@stet/history'
import { compareCosts, isDiffering } from '@stet/models'
import { type Cursor, chatRef, fromRequestRow, REQUESTS_SHELF, type RequestRecord, type Store } from '@stet/store'
import { spentBy, toCost } from './spent.ts'

/** A request in the list of a chat: answers, titles, summaries, retries, and those of chats that its calls made. */
export interface ListedRequest
  extends Pick<RequestRecord, 'id' | 'chatId' | 'messageId' | 'purpose' | 'origin' | 'state' | 'sentAt' | 'endedAt'> {
  /** Null when nothing was used, or while the usage is not known. */
  readonly usage: Usage | null
  /** Whether the provider reported no usage, so that it is assumed. */
  readonly estimated: boolean
  readonly cost: Cost
  /** The cost by our prices, in dollars, if it differs by more than 1% from the sum that the provider reported (which is the cost shown). */
  readonly byPrices: number | null
  /** Whether what was sent can still be read: it is deleted with its message. */
  readonly kept: boolean
}

export interface RequestPage {
  /** Newest first. */
  readonly requests: readonly ListedRequest[]
  /** Rows that cannot be read and are not listed. */
  readonly unreadable: number
  /** Pass it as `after` for the next page; null at the end. */
  readonly next: string | null
}

interface RequestsQuery {
  readonly chatId: ChatId
  readonly after: string | null
  readonly limit: number
}

export async function listRequests(store: Store, { chatId, after, limit }: RequestsQuery): Promise<RequestPage> {
  const from = after === null ? null : readCursor(after)
  const query = { by: { ref: chatRef(chatId) }, limit, reverse: true }
  const page = await store.list(REQUESTS_SHELF, { ...query, ...(from === null ? {} : { after: from }) })
  const requests: ListedRequest[] = []
  let unreadable = 0
  for (const row of page.rows) {
    const record = fromRequestRow(row)
    if ('unreadable' in record) unreadable += 1
    else requests.push(toListed(record))
  }
  return { requests, unreadable, next: page.next === null ? null : `${page.next.order} ${page.next.id}` }
}

function toListed(record: RequestRecord): ListedRequest {
  const { id, chatId, messageId, purpose, origin, state, sentAt, endedAt, usage, estimate, manifest } = record
  const used = usage ?? estimate
  return {
    ...{ id, chatId, messageId, purpose, origin, state, sentAt, endedAt },
    usage: used,
    estimated: usage === null && used !== null,
    cost: toCost(spentBy(record)),
    byPrices: differingPrice(record),
    kept: manifest !== null,
  }
}

function differingPrice({ usage, rawUsage, prices, origin }: RequestRecord): number | null {
  const costs = compareCosts({ usage, rawUsage, protocol: origin.protocol, prices })
  return costs !== null && isDiffering(costs) ? costs.byPrices : null
}

/** Anything that is no cursor starts at the first page. */
function readCursor(text: string): Cursor | null {
  const [order, id] = text.split(' ')
  return id === undefined || !/^\d+$/.test(order ?? '') ? null : { order: Number(order), id }
}
