import { addUsage, noUsage } from '@stet/history'
import { compareCosts, costByPrices } from '@stet/models'
import {
  type ComparedSums,
  Conflict,
  fromRequestRow,
  fromRollUpRow,
  type LayerSavings,
  listRows,
  type Operation,
  type Put,
  REQUESTS_SHELF,
  type RequestRecord,
  ROLL_UP_GENERATION,
  ROLL_UPS_SHELF,
  type RollUp,
  type RollUpSource,
  rollUpId,
  rollUpList,
  type Store,
  takeTurns,
  toRequestPut,
  toRollUpKey,
  toRollUpPut,
} from '@stet/store'
import type { Log } from '../runtime/log.ts'
import type { RequestRow } from './request-end.ts'
import { NANOS, spentBy } from './spent.ts'

/**
 * The rows of requests of one chat that have ended and the roll-ups that include them, for one write. The caller holds the lock of the chat, or
 * is alone: a roll-up belongs to one chat.
 */
export function putEnded(store: Store, requests: readonly RequestRow[]): Promise<readonly Put[]> {
  return putRolledUp(store, requests, 'ended')
}

async function putRolledUp(
  store: Store,
  requests: readonly RequestRow[],
  source: RollUpSource,
): Promise<readonly Put[]> {
  const rows = requests.map(({ record, version, order }) =>
    toRequestPut({ ...record, rolledUp: ROLL_UP_GENERATION }, { expect: version, order }),
  )
  const grown = new Map<string, RollUp>()
  const versions = new Map<string, number>()
  for (const { record } of requests) {
    const key = toRollUpKey(record)
    const id = rollUpId(key, source)
    const before = grown.get(id) ?? (await readRollUp(store, id, versions)) ?? { ...key, ...nothing }
    grown.set(id, withRequest(before, record))
  }
  return [...rows, ...[...grown].map(([id, rollUp]) => toRollUpPut(rollUp, source, versions.get(id) ?? 0))]
}

/** A roll-up that cannot be opened starts again from zero: totals are then too low until the next generation. */
async function readRollUp(store: Store, id: string, versions: Map<string, number>): Promise<RollUp | null> {
  const row = await store.get(ROLL_UPS_SHELF, id)
  if (row === null) return null
  versions.set(id, row.version)
  const rollUp = fromRollUpRow(row)
  return 'unreadable' in rollUp ? null : rollUp
}

export const noneCompared: ComparedSums = { requests: 0, reportedNanos: 0, listNanos: 0 }
const nothing = {
  requests: 0,
  unreliable: 0,
  usage: noUsage,
  nanos: 0,
  cacheSavedNanos: 0,
  layers: [],
  compared: noneCompared,
}

function withRequest(rollUp: RollUp, record: RequestRecord): RollUp {
  const { usage, nanos, reliable } = spentBy(record)
  return {
    ...rollUp,
    requests: rollUp.requests + 1,
    unreliable: rollUp.unreliable + (reliable ? 0 : 1),
    usage: addUsage(rollUp.usage, usage),
    nanos: rollUp.nanos + nanos,
    cacheSavedNanos: rollUp.cacheSavedNanos + cacheSavedBy(record),
    layers: addLayers(rollUp.layers, layersOf(record)),
    compared: addCompared(rollUp.compared, comparedOf(record)),
  }
}

/** How much more it would have cost if all input had been new; 0 if a price is unknown. */
function cacheSavedBy({ usage, rawUsage, origin, prices }: RequestRecord): number {
  if (usage === null || usage.cacheRead + usage.cacheWrite === 0) return 0
  const input = usage.input + usage.cacheRead + usage.cacheWrite
  const uncached = { ...usage, input, cacheRead: 0, cacheWrite: 0 }
  const { protocol } = origin
  // The sum that a provider reports is the same for both: only the price list knows what it would have been.
  const [withCache, without] = [usage, uncached].map(used => costByPrices({ usage: used, rawUsage, protocol, prices }))
  if (withCache?.reliable !== true || without?.reliable !== true) return 0
  return Math.round(without.usd * NANOS) - Math.round(withCache.usd * NANOS)
}

function comparedOf({ usage, rawUsage, origin, prices }: RequestRecord): ComparedSums {
  const costs = compareCosts({ usage, rawUsage, protocol: origin.protocol, prices })
  if (costs === null) return noneCompared
  const [reportedNanos, listNanos] = [Math.round(costs.reported * NANOS), Math.round(costs.byPrices * NANOS)]
  return { requests: 1, reportedNanos, listNanos }
}

export function addCompared(one: ComparedSums, other: ComparedSums): ComparedSums {
  return {
    requests: one.requests + other.requests,
    reportedNanos: one.reportedNanos + other.reportedNanos,
    listNanos: one.listNanos + other.listNanos,
  }
}

function layersOf({ savedTokens, prices }: RequestRecord): readonly LayerSavings[] {
  const perToken = ((prices?.prices.input ?? 0) / 1e6) * NANOS
  return savedTokens.map(({ layer, tokens }) => ({ layer, tokens, nanos: Math.round(tokens * perToken) }))
}

export function addLayers(one: readonly LayerSavings[], other: readonly LayerSavings[]): readonly LayerSavings[] {
  const sums = new Map(one.map(savings => [savings.layer, savings]))
  for (const { layer, tokens, nanos } of other) {
    const before = sums.get(layer)
    sums.set(layer, { layer, tokens: tokens + (before?.tokens ?? 0), nanos: nanos + (before?.nanos ?? 0) })
  }
  return [...sums.values()]
}

/** How many changes of the store are read at the same time. */
const PAGE = 100
/** Up to this many are simply read again at every start; no note is saved. */
const FEW = 1000

const BUILD_SHELF = 'roll-up-builds'

interface BuildDeps {
  readonly store: Store
  readonly log: Log
  readonly closing: AbortSignal
}

/**
 * Makes the roll-ups of requests that ended before there were any, or that are in those of another generation. It reads the whole store once,
 * a slice at a time; a request and the roll-up that now includes it are one write, so that a crash neither loses nor doubles one. False when
 * the engine closes before the end.
 */
export async function buildRollUps({ store, log, closing }: BuildDeps): Promise<boolean> {
  const id = rollUpList(ROLL_UP_GENERATION)
  const row = await store.get(BUILD_SHELF, id)
  if (row !== null) return true
  let scanned = 0
  let after = 0
  for (;;) {
    if (closing.aborted) return false
    await takeTurns()
    const changes = await store.changes(after, PAGE)
    const last = changes.at(-1)
    if (last === undefined) break
    scanned += changes.length
    const left = changes.flatMap(change => {
      if (change.kind !== 'put' || change.shelf !== REQUESTS_SHELF) return []
      const record = fromRequestRow(change.row)
      if ('unreadable' in record) {
        log.error('a request cannot be read and is in no total', { requestId: change.row.id })
        return []
      }
      const isLeft = record.state !== 'sent' && record.rolledUp !== ROLL_UP_GENERATION
      return isLeft ? [{ record, version: change.row.version, order: change.row.order }] : []
    })
    // A request that was changed in between appears again later in the list of changes.
    if (left.length === 0 || (await isWritten(store, left))) after = last.sequence
  }
  await removeEarlier(store)
  if (scanned > FEW) await store.write([rollUpsBuiltNote()])
  return true
}

async function isWritten(store: Store, requests: readonly RequestRow[]): Promise<boolean> {
  try {
    await store.write(await putRolledUp(store, requests, 'built'))
    return true
  } catch (error) {
    if (error instanceof Conflict) return false
    throw error
  }
}

async function removeEarlier(store: Store): Promise<void> {
  for (let generation = 1; generation < ROLL_UP_GENERATION; generation += 1) {
    for await (const { id, version } of listRows(store, ROLL_UPS_SHELF, { by: { parent: rollUpList(generation) } })) {
      await store.write([{ kind: 'remove', shelf: ROLL_UPS_SHELF, id, expect: version }])
    }
  }
}

/** Says that all requests of a store are in its roll-ups, so that no start reads the whole store again. */
export function rollUpsBuiltNote(): Operation {
  const id = rollUpList(ROLL_UP_GENERATION)
  const at = { parent: '', order: 'next', expect: 0 } as const
  return { kind: 'put', shelf: BUILD_SHELF, id, ...at, refs: [], body: new Uint8Array() }
}
