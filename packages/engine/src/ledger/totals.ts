import { addUsage, type ChatId, type Cost, noUsage, type Usage } from '@stet/history'
import {
  chatRef,
  dayRef,
  fromRequestRow,
  fromRollUpRow,
  listRows,
  modelRef,
  processRef,
  REQUESTS_SHELF,
  type RequestRecord,
  ROLL_UPS_SHELF,
  type RollUp,
  type RollUpQuery,
  readRollUps,
  type Store,
  toDayNumber,
  type UnreadableRecord,
  workspaceRef,
} from '@stet/store'
import { add, NANOS, nothing, spentBy, toCost, unreadable } from './spent.ts'

/** The sum of the requests of a chat, a workspace, a day or a model (U2). */
export interface Totals {
  readonly requests: number
  readonly usage: Usage
  readonly cost: Cost
  /** How many have not ended; their spending is not included yet. */
  readonly open: number
}

export interface TotalsDeps {
  readonly store: Store
  readonly boot: string
  /** Whether every request of the ledger is in a roll-up. */
  readonly isRolledUp: () => boolean
}

/** The total of one chat, workspace, model or day. While roll-ups are built for the first time, the rows of the ledger themselves are summed up. */
export function readTotals(deps: TotalsDeps, query: TotalsQuery): Promise<Totals> {
  return deps.isRolledUp() ? sumRollUps(deps, toRollUpQuery(query)) : sumLedger(deps.store, toRef(query))
}

export type TotalsQuery = NonNullable<RollUpQuery['of']> | { readonly day: number }

function toRollUpQuery(query: TotalsQuery): RollUpQuery {
  if (!('day' in query)) return { of: query }
  const day = toDayNumber(query.day)
  return { from: day, through: day }
}

function toRef(query: TotalsQuery): string {
  if ('day' in query) return dayRef(query.day)
  if ('workspaceId' in query) return workspaceRef(query.workspaceId)
  return 'chatId' in query ? chatRef(query.chatId) : modelRef(query.model)
}

/** What each of these chats cost, with the chats that its calls made. */
export async function readCosts(
  { store, isRolledUp }: Omit<TotalsDeps, 'boot'>,
  chatIds: readonly ChatId[],
): Promise<Readonly<Record<ChatId, Cost>>> {
  const queries = chatIds.map(chatId => ({ by: { ref: chatRef(chatId) }, limit: MOST_ROLL_UPS }))
  const pages = isRolledUp() ? await store.listMany(ROLL_UPS_SHELF, queries) : []
  const costs: [ChatId, Cost][] = []
  for (const [at, chatId] of chatIds.entries()) {
    const page = pages[at]
    const total =
      page === undefined
        ? await sumLedger(store, chatRef(chatId))
        : page.next === null
          ? sumRows(page.rows.map(fromRollUpRow))
          : await sumOf(store, { of: { chatId } })
    costs.push([chatId, total.cost])
  }
  return Object.fromEntries(costs)
}

/** Rows per chat in the first read, enough for nearly every chat. The few with more are read on, page by page. */
const MOST_ROLL_UPS = 32

/** A few rows for each day, however many requests there were. */
async function sumRollUps({ store, boot }: TotalsDeps, query: RollUpQuery): Promise<Totals> {
  const total = await sumOf(store, query)
  const open = await countOpen(store, boot, query)
  return { ...total, requests: total.requests + open, open }
}

async function sumOf(store: Store, query: RollUpQuery) {
  const rollUps: (RollUp | UnreadableRecord)[] = []
  for await (const rollUp of readRollUps(store, query)) rollUps.push(rollUp)
  return sumRows(rollUps)
}

function sumRows(rollUps: readonly (RollUp | UnreadableRecord)[]): Omit<Totals, 'open'> {
  let requests = 0
  let usage = noUsage
  let nanos = 0
  let reliable = true
  for (const rollUp of rollUps) {
    if ('unreadable' in rollUp) {
      reliable = false
      continue
    }
    requests += rollUp.requests
    usage = addUsage(usage, rollUp.usage)
    nanos += rollUp.nanos
    reliable &&= rollUp.unreliable === 0
  }
  return { requests, usage, cost: { usd: nanos / NANOS, reliable } }
}

/** The same from the rows of the ledger. */
export async function sumLedger(store: Store, ref: string): Promise<Totals> {
  let spent = nothing
  let open = 0
  for await (const row of listRows(store, REQUESTS_SHELF, { by: { ref } })) {
    const record = fromRequestRow(row)
    if ('unreadable' in record) spent = add(spent, unreadable)
    else if (record.state === 'sent') open += 1
    else spent = add(spent, spentBy(record))
  }
  return { requests: spent.requests + open, usage: spent.usage, cost: toCost(spent), open }
}

/** The requests that this process has sent and that have not ended. */
async function countOpen(store: Store, boot: string, query: RollUpQuery): Promise<number> {
  let open = 0
  for await (const row of listRows(store, REQUESTS_SHELF, { by: { ref: processRef(boot) } })) {
    const record = fromRequestRow(row)
    if (!('unreadable' in record) && isIn(record, query)) open += 1
  }
  return open
}

function isIn(record: RequestRecord, { of, from, through }: RollUpQuery): boolean {
  const day = toDayNumber(record.sentAt)
  if (day < (from ?? day) || day > (through ?? day)) return false
  if (of === undefined) return true
  if ('workspaceId' in of) return record.workspaceId === of.workspaceId
  if ('chatId' in of) return record.countsFor.includes(of.chatId)
  return record.origin.definition === of.model.definition && record.origin.model === of.model.model
}
