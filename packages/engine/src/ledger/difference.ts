import type { RequestBlock } from '@stet/context'
import type { RequestId } from '@stet/history'
import { fromRequestRow, REQUESTS_SHELF, type RequestRecord, type Store, takeTurns } from '@stet/store'
import { EngineError } from '../runtime/engine-error.ts'
import { type KnownPacks, readCompared } from './content/read-content.ts'
import { type ComparedTexts, UnreadableContent } from './content/request-texts.ts'
import { type ComparedSide, causeOf, type DifferenceCause, unchangedCause } from './difference-cause.ts'
import type { SentRequests } from './last-request.ts'

/** What a later request of a chat has that an earlier one has not, and the reverse (X1). */
export interface RequestDifference {
  readonly from: RequestId
  readonly to: RequestId
  /** How many leading blocks are the same. */
  readonly same: number
  /** The blocks after those that are not in both, or not with the same bytes; the first ones where there are many. */
  readonly changes: readonly BlockDifference[]
  /** How many more there are. */
  readonly more: number
  /** Why blocks differ that were in the earlier request; null where blocks were only added at its end. */
  readonly cause: DifferenceCause | null
  /** The first bytes that differ, cache marks aside, with some around them; null where one body continues the other. */
  readonly bytes: { readonly before: string; readonly after: string } | null
  readonly cache: CacheOutcome
}

export interface BlockDifference {
  /** `tools`, `system-0` and so on, `opening`, or the id of a message. */
  readonly name: string
  readonly change: 'added' | 'removed' | 'replaced'
}

/** What the provider's cache could have had of the later request, and what it read. */
export interface CacheOutcome {
  /** Tokens that the earlier request left in the cache. */
  readonly expected: number
  readonly read: number
  /** Tokens that were paid for again; 0 where the cache was used. */
  readonly missed: number
  /** What that cost, in dollars; null without a price. */
  readonly usd: number | null
  /** Why it missed; null where it did not. */
  readonly cause: DifferenceCause | null
  /** What the provider itself says about a miss, in its own words; null where it says nothing. */
  readonly verdict: { readonly reason: string; readonly tokens: number | null } | null
}

interface DifferenceDeps {
  readonly store: Store
  readonly ledger: { readonly sent: Pick<SentRequests, 'blocksOf'> }
}

const MOST_CHANGES = 200
/** Characters shown before and after the first byte that differs. */
const AROUND = 160
/** Providers cache nothing shorter than about this many tokens. */
const LEAST_CACHED = 1024

export async function readDifference(
  deps: DifferenceDeps,
  ids: { readonly from: RequestId; readonly to: RequestId },
): Promise<RequestDifference> {
  // Two long requests take tens of milliseconds each, so the event loop is given back in between.
  const packs: KnownPacks = new Map()
  const from = await readSide(deps, ids.from, packs)
  await takeTurns()
  const to = await readSide(deps, ids.to, packs)
  await takeTurns()
  const same = sharedBlocks(from.blocks, to.blocks)
  const changes = changesAfter(same, from.blocks, to.blocks)
  const cause = causeOf(from, to, same)
  return {
    ...ids,
    same,
    changes: changes.slice(0, MOST_CHANGES),
    more: Math.max(0, changes.length - MOST_CHANGES),
    cause,
    bytes: firstBytes(from.content.pieces, to.content.pieces),
    cache: cacheOutcome(from, to, cause),
  }
}

async function readSide({ store, ledger }: DifferenceDeps, id: RequestId, packs: KnownPacks): Promise<ComparedSide> {
  const row = await store.get(REQUESTS_SHELF, id)
  if (row === null) throw new EngineError('request-not-found', `there is no request ${id}`)
  const record = fromRequestRow(row)
  if ('unreadable' in record) throw new EngineError('request-unreadable', record.unreadable)
  try {
    const content = await readCompared(store, record, packs)
    if (content === null) throw new EngineError('request-gone', 'its message was deleted together with what was sent')
    await takeTurns()
    const found = await ledger.sent.blocksOf(record)
    return { record, content, blocks: found?.blocks ?? [] }
  } catch (error) {
    if (!(error instanceof UnreadableContent)) throw error
    throw new EngineError('request-unreadable', error.message)
  }
}

function sharedBlocks(from: readonly RequestBlock[], to: readonly RequestBlock[]): number {
  const differs = to.findIndex(
    ({ name, fingerprint }, at) => from[at]?.name !== name || from[at]?.fingerprint !== fingerprint,
  )
  return differs === -1 ? to.length : differs
}

function changesAfter(
  same: number,
  from: readonly RequestBlock[],
  to: readonly RequestBlock[],
): readonly BlockDifference[] {
  const before = new Map(from.slice(same).map(({ name, fingerprint }) => [name, fingerprint]))
  const after = new Set(to.slice(same).map(({ name }) => name))
  const removed = [...before.keys()].filter(name => !after.has(name))
  return [
    ...removed.map((name): BlockDifference => ({ name, change: 'removed' })),
    ...to.slice(same).flatMap(({ name, fingerprint }): readonly BlockDifference[] => {
      if (!before.has(name)) return [{ name, change: 'added' }]
      return before.get(name) === fingerprint ? [] : [{ name, change: 'replaced' }]
    }),
  ]
}

function cacheOutcome(from: ComparedSide, to: ComparedSide, cause: DifferenceCause | null): CacheOutcome {
  const { record, content } = to
  const read = record.usage?.cacheRead ?? 0
  const expected = leftInCache(from.record, content)
  const isMissed = record.usage !== null && expected >= LEAST_CACHED && read < expected / 2
  const missed = isMissed ? expected - read : 0
  const { input = null, cacheRead = null } = record.prices?.prices ?? {}
  return {
    expected,
    read,
    missed,
    usd: input === null || cacheRead === null ? null : (missed * (input - cacheRead)) / 1e6,
    cause: isMissed ? (cause ?? unchangedCause(from, to)) : null,
    verdict: record.remarks?.cacheMiss ?? null,
  }
}

/** What the earlier request read from and wrote to the cache; where caching is automatic, all that it read. */
function leftInCache({ usage }: RequestRecord, { report }: ComparedTexts): number {
  if (usage === null) return 0
  const { input, cacheRead, cacheWrite } = usage
  switch (report?.cache.caching) {
    case 'marks':
      return cacheRead + cacheWrite
    case 'automatic':
      return input + cacheRead + cacheWrite
    case 'none':
    case undefined:
      return 0
  }
}

/** Compares the pieces of two bodies, without their cache marks. */
function firstBytes(one: readonly string[], other: readonly string[]): RequestDifference['bytes'] {
  const differs = one.findIndex((piece, at) => piece !== other[at])
  if (differs === -1) return null
  const [left, right] = [one[differs] ?? '', other[differs] ?? '']
  let at = 0
  while (at < left.length && left[at] === right[at]) at += 1
  const from = Math.max(0, at - AROUND)
  return { before: left.slice(from, at + AROUND), after: right.slice(from, at + AROUND) }
}
