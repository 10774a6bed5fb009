import {
  fromRequestRow,
  listRows,
  type Put,
  processRef,
  REQUESTS_SHELF,
  type RequestRecord,
  type Store,
  toRequestPut,
} from '@stet/store'
import type { Log } from '../runtime/log.ts'
import { type KeptRequest, toEnded } from './request-end.ts'

interface LedgerDeps {
  readonly store: Store
  readonly log: Log
  readonly clock: () => number
}

/** The requests of a process that had not ended, oldest first. */
export async function readOpenRequests({ store, log }: Omit<LedgerDeps, 'clock'>, boot: string) {
  const open: KeptRequest[] = []
  for await (const row of listRows(store, REQUESTS_SHELF, { by: { ref: processRef(boot) } })) {
    const record = fromRequestRow(row)
    if ('unreadable' in record) log.error('a request cannot be read', { requestId: row.id, because: record.unreadable })
    else open.push({ record, version: row.version, order: row.order })
  }
  return open
}

/** What the provider of a dead process charged is unknown: the estimate is the whole input and the output that arrived. */
function toUnknown({ record }: KeptRequest, arrived: string, at: number): RequestRecord {
  return toEnded(record, { state: 'unknown', usage: null, rawUsage: null, arrived }, at)
}

export function putUnknown(request: KeptRequest, arrived: string, at: number): Put {
  return putAgain(request, toUnknown(request, arrived, at))
}

function putAgain({ version, order }: KeptRequest, record: RequestRecord): Put {
  return toRequestPut(record, { expect: version, order })
}

/** Completes requests without a message, such as a title's. Whether all were written. */
export async function recoverRequests(deps: LedgerDeps, boot: string): Promise<boolean> {
  const { store, clock, log } = deps
  const written = await Promise.all(
    (await readOpenRequests(deps, boot)).map(async request => {
      try {
        await store.write([putUnknown(request, '', clock())])
        return true
      } catch (error) {
        log.error('a request could not be recovered', { requestId: request.record.id, error })
        return false
      }
    }),
  )
  return written.every(Boolean)
}
