import type { MessageId, RequestId } from '@stet/history'
import {
  baseRef,
  belowRef,
  fromRequestRow,
  listRows,
  messageRef,
  type Put,
  REQUESTS_SHELF,
  type ReadRow,
  type RequestManifest,
  type RequestRecord,
  type Store,
  toRequestPut,
  type Written,
} from '@stet/store'
import { placeOf } from '../record/order-of.ts'
import { readContent } from './content/read-content.ts'
import { UnreadableContent } from './content/request-texts.ts'
import { type StoredContent, storeContent } from './content/store-content.ts'
import type { RequestDeps } from './open-request.ts'
import type { RequestRow } from './request-end.ts'

export interface Forgotten {
  readonly puts: readonly Put[]
  /** The same rows as records. */
  readonly records: readonly RequestRecord[]
}

export type ForgetDeps = Pick<RequestDeps, 'store' | 'log' | 'clock' | 'ledger'>

/** Forgets the requests of these messages, when the messages are deleted. */
export async function forgetRequests(deps: ForgetDeps, messageIds: readonly MessageId[]): Promise<Forgotten> {
  const refs = messageIds.flatMap(id => [messageRef(id), belowRef(id)])
  return forgetRows(deps, await readRows(deps.store, refs))
}

/**
 * Updates the ledger when messages are deleted: their requests keep their figures and lose their content. Other requests that have one of them
 * as a base are stored again on another base, so that no deleted text remains in it.
 */
export async function forgetRows(deps: ForgetDeps, rows: readonly RequestRow[]): Promise<Forgotten> {
  const gone = new Map<RequestId, RequestRow & { readonly manifest: RequestManifest }>()
  for (const row of rows) {
    const { id, manifest } = row.record
    if (manifest !== null) gone.set(id, { ...row, manifest })
  }
  const lost = [...gone.values()].map(row => ({
    ...row,
    record: { ...row.record, manifest: null, blocks: null },
    blobs: [],
  }))
  const rebased = await Promise.all(
    (await readBuiltOn(deps.store, gone)).map(async row => {
      const { manifest, blobs } = await rebase(deps, row, gone)
      return { ...row, record: { ...row.record, manifest, blocks: await deps.ledger.sent.alone(row.record) }, blobs }
    }),
  )
  const changed = [...lost, ...rebased]
  return {
    puts: changed.map(({ record, version, order, blobs }) => ({
      ...toRequestPut(record, { expect: version, order }),
      blobs,
    })),
    records: changed.map(({ record }) => record),
  }
}

/** Call it after the write: a request that has not ended yet must know the new version of its row. */
export function applyForgotten(
  { ledger }: Pick<RequestDeps, 'ledger'>,
  { records }: Forgotten,
  written: Written,
): void {
  for (const record of records) ledger.underWay.get(record.id)?.({ record, ...placeOf(written, record.id) })
}

type Gone = ReadonlyMap<RequestId, { readonly manifest: RequestManifest }>

/** Remaining requests that need a pack of one that loses its content. */
async function readBuiltOn(store: Store, gone: Gone): Promise<readonly RequestRow[]> {
  const refs = [...gone].flatMap(([id, { manifest }]) => [baseRef(id), `blob:${manifest.pack}`])
  const built = new Map((await readRows(store, refs)).map(row => [row.record.id, row]))
  return [...built.values()].filter(({ record }) => !gone.has(record.id))
}

const NOTHING = { manifest: null, blobs: [] } as const

async function rebase(deps: ForgetDeps, { record }: RequestRow, gone: Gone): Promise<StoredContent | typeof NOTHING> {
  const { store, log, clock, ledger } = deps
  try {
    const content = await readContent(store, record)
    if (content === null) return NOTHING
    const toStore = { id: record.id, base: baseLeft(record, gone), at: clock() }
    return await storeContent({ store, texts: ledger.texts, log }, content, toStore)
  } catch (error) {
    // Its content could not be read before either.
    if (!(error instanceof UnreadableContent)) throw error
    log.warn('a request that cannot be read has lost its base', { requestId: record.id, error })
    return NOTHING
  }
}

/** The nearest base that keeps its content. */
function baseLeft({ manifest }: RequestRecord, gone: Gone): RequestId | null {
  let base = manifest?.base ?? null
  for (let next = base === null ? undefined : gone.get(base); next !== undefined; ) {
    base = next.manifest.base
    next = base === null ? undefined : gone.get(base)
  }
  return base
}

/** Rows per ref in the first read, enough for nearly every ref. The few with more are read on, page by page. */
const MOST_ROWS = 8

/** The readable requests with one of these refs. */
async function readRows(store: Store, refs: readonly string[]): Promise<readonly RequestRow[]> {
  const pages = await store.listMany(
    REQUESTS_SHELF,
    refs.map(ref => ({ by: { ref }, limit: MOST_ROWS })),
  )
  const found: ReadRow[] = []
  for (const [at, { rows, next }] of pages.entries()) {
    found.push(...rows)
    const ref = refs[at]
    if (next === null || ref === undefined) continue
    for await (const row of listRows(store, REQUESTS_SHELF, { by: { ref }, after: next })) found.push(row)
  }
  return found.flatMap(row => {
    const record = fromRequestRow(row)
    return 'unreadable' in record ? [] : [{ record, version: row.version, order: row.order }]
  })
}
