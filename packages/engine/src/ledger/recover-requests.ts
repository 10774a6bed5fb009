import {
  fromRequestRow,
  listRows,
  type Put,
  processRef,
  REQUESTS_SHELF,
  type RequestRecord,
  type Store,
} from '@stet/store'
import type { Log } from '../runtime/log.ts'
import { type RequestRow, toEnded } from './request-end.ts'
import { putEnded } from './roll-ups.ts'

interface LedgerDeps {
  readonly store: Store
  readonly log: Log
  readonly clock: () => number
}

/** The requests of a process that had not ended, oldest first. */
export async function readOpenRequests({ store, log }: Omit<LedgerDeps, 'clock'>, boot: string) {
  const open: RequestRow[] = []
  for await (const row of listRows(store, REQUESTS_SHELF, { by: { ref: processRef(boot) } })) {
    const record = fromRequestRow(row)
    if ('unreadable' in record) log.error('a request cannot be read', { requestId: row.id, because: record.unreadable })
    else open.push({ record, version: row.version, order: row.order })
  }
  return open
}

/** Nobody knows what the provider charged a process that died. The estimate is the whole input and the output that arrived. */
function toUnknown({ record }: RequestRow, arrived: string, at: number): RequestRecord {
  return toEnded(record, { state: 'unknown', usage: null, rawUsage: null, arrived }, at)
}

/** Completes requests of one chat. */
export function putUnknown(
  store: Store,
  requests: readonly RequestRow[],
  arrived: string,
  at: number,
): Promise<readonly Put[]> {
  return putEnded(
    store,
    requests.map(request => ({ ...request, record: toUnknown(request, arrived, at) })),
  )
}

/** Completes requests without a message, such as a title's. Whether all were written. */
export async function recoverRequests(deps: LedgerDeps, boot: string): Promise<boolean> {
  const { store, clock, log } = deps
  let isComplete = true
  // One after another: several may belong to one roll-up.
  for (const request of await readOpenRequests(deps, boot)) {
    try {
      await store.write(await putUnknown(store, [request], '', clock()))
    } catch (error) {
      log.error('a request could not be recovered', { requestId: request.record.id, error })
      isComplete = false
    }
  }
  return isComplete
}
