import { layerLabel } from '@stet/context'
import {
  addUsage,
  type ChatId,
  type Cost,
  type ModelChoice,
  noUsage,
  type Usage,
  type WorkspaceId,
} from '@stet/history'
import { isDiffering } from '@stet/models'
import {
  CHATS_SHELF,
  type ComparedSums,
  fromChatRow,
  type LayerSavings,
  type RollUp,
  readRollUps,
  type Store,
  takeTurns,
} from '@stet/store'
import { addCompared, addLayers, noneCompared } from './roll-ups.ts'
import { NANOS } from './spent.ts'

/** What requests were made for: answers, titles and summaries of the user's chats, and everything in chats that a tool call made. */
export type UsagePurpose = RollUp['purpose'] | 'called-chat'

export interface UsageReportQuery {
  /** First and last day in UTC, counted from 1970-01-01; from the first and to the last request where they are missing. */
  readonly from?: number | undefined
  readonly through?: number | undefined
  readonly workspaceId?: WorkspaceId | undefined
  readonly model?: ModelChoice | undefined
  readonly purpose?: UsagePurpose | undefined
}

/** What requests spent together, with what was saved. */
export interface UsageSums {
  readonly requests: number
  readonly usage: Usage
  readonly cost: Cost
  /** How many of the requests have only an estimated cost, because a price or a token count is missing (U3). */
  readonly estimated: number
  /** What the provider's cache saved, in dollars; below 0 where writing to it cost more than reading saved. */
  readonly cacheSaved: number
}

/** What was spent in some days: in all, and the same split by day, model, workspace, purpose and chat (U4). Each list adds up to the total. */
export interface UsageReport {
  /** Whether requests of earlier versions are still being added up, so that figures are too low. */
  readonly incomplete: boolean
  readonly total: UsageSums
  /** Oldest first, only days with requests. */
  readonly days: readonly UsageDay[]
  /** Each of these by cost, highest first. */
  readonly models: readonly (UsageSums & { readonly model: ModelChoice })[]
  readonly workspaces: readonly (UsageSums & { readonly workspaceId: WorkspaceId })[]
  readonly purposes: readonly (UsageSums & { readonly purpose: UsagePurpose })[]
  /** The chats that cost most, with the chats that their calls made. */
  readonly chats: readonly (UsageSums & { readonly chat: UsedChat })[]
  /** All further chats together, and deleted chats together: two lines. */
  readonly otherChats: UsageSums & { readonly chats: number }
  readonly deletedChats: UsageSums & { readonly chats: number }
  /** What each layer of the context kept from being sent, at the price of input. */
  readonly layers: readonly { readonly label: string; readonly tokens: number; readonly usd: number }[]
  /** What providers reported as cost, beside the cost by the price list for the same requests (U3, U5); highest first. */
  readonly compared: readonly ComparedModel[]
}

export interface ComparedModel {
  readonly model: ModelChoice
  /** How many requests had a cost reported by the provider. */
  readonly requests: number
  readonly reported: number
  readonly byPrices: number
  /** Whether the two differ by more than 1%. */
  readonly differs: boolean
}

export interface UsedChat {
  readonly id: ChatId
  readonly workspaceId: WorkspaceId
  readonly title: string | null
}

/** The parts of a day name the place of their model, workspace or purpose in the lists of the report. */
export interface UsageDay extends UsageSums {
  /** As `2026-11-15`. */
  readonly day: string
  readonly models: readonly UsagePart[]
  readonly workspaces: readonly UsagePart[]
  readonly purposes: readonly UsagePart[]
}

export interface UsagePart {
  readonly at: number
  readonly usd: number
  readonly tokens: number
}

const MOST_CHATS = 200
const DAY_MS = 24 * 60 * 60 * 1000

class Sums {
  requests = 0
  unreliable = 0
  usage = noUsage
  nanos = 0
  cacheSavedNanos = 0

  add(more: Pick<RollUp, 'requests' | 'unreliable' | 'usage' | 'nanos' | 'cacheSavedNanos'>): void {
    this.requests += more.requests
    this.unreliable += more.unreliable
    this.usage = addUsage(this.usage, more.usage)
    this.nanos += more.nanos
    this.cacheSavedNanos += more.cacheSavedNanos
  }

  shown(): UsageSums {
    const { requests, usage, nanos, unreliable, cacheSavedNanos } = this
    return {
      requests,
      usage,
      cost: { usd: nanos / NANOS, reliable: unreliable === 0 },
      estimated: Math.min(unreliable, requests),
      cacheSaved: cacheSavedNanos / NANOS,
    }
  }
}

/** Sums by a key, each with what the key means. */
class Groups<Meaning> {
  readonly all = new Map<string, { readonly meaning: Meaning; readonly sums: Sums }>()

  add(key: string, meaning: Meaning, rollUp: RollUp): void {
    let group = this.all.get(key)
    if (group === undefined) {
      group = { meaning, sums: new Sums() }
      this.all.set(key, group)
    }
    group.sums.add(rollUp)
  }

  /** Highest cost first, then most tokens: models without a price are at the end, the largest first. */
  ranked() {
    return [...this.all].toSorted(
      ([one, { sums: a }], [other, { sums: b }]) =>
        b.nanos - a.nanos || tokensOf(b.usage) - tokensOf(a.usage) || (one < other ? -1 : 1),
    )
  }
}

interface Day {
  readonly sums: Sums
  readonly models: Groups<null>
  readonly workspaces: Groups<null>
  readonly purposes: Groups<null>
}

/** How many roll-ups are read before the event loop is given back. */
const AT_ONCE = 100

/** Sums up roll-ups: a few rows for each day and chat, however many requests there were. */
export async function readUsageReport(
  { store, isRolledUp }: { readonly store: Store; readonly isRolledUp: () => boolean },
  query: UsageReportQuery,
): Promise<UsageReport> {
  const total = new Sums()
  const days = new Map<number, Day>()
  const models = new Groups<ModelChoice>()
  const workspaces = new Groups<WorkspaceId>()
  const purposes = new Groups<UsagePurpose>()
  const chats = new Groups<ChatId>()
  const compared = new Map<string, { readonly model: ModelChoice; readonly sums: ComparedSums }>()
  let layers: readonly LayerSavings[] = []
  const incomplete = !isRolledUp()
  let read = 0
  for await (const rollUp of readRollUps(store, toRollUpQuery(query))) {
    read += 1
    if (read % AT_ONCE === 0) await takeTurns()
    if ('unreadable' in rollUp) {
      total.unreliable += 1
      continue
    }
    const purpose = rollUp.countsFor.length > 1 ? 'called-chat' : rollUp.purpose
    if (!isAskedFor(query, rollUp, purpose)) continue
    const { model, workspaceId, countsFor, chatId } = rollUp
    const modelKey = `${model.definition}/${model.model}`
    total.add(rollUp)
    models.add(modelKey, model, rollUp)
    workspaces.add(workspaceId, workspaceId, rollUp)
    purposes.add(purpose, purpose, rollUp)
    // The spending of a called chat counts for the chat that called it.
    const payer = countsFor.at(-1) ?? chatId
    chats.add(payer, payer, rollUp)
    const day = dayOf(days, rollUp.day)
    day.sums.add(rollUp)
    day.models.add(modelKey, null, rollUp)
    day.workspaces.add(workspaceId, null, rollUp)
    day.purposes.add(purpose, null, rollUp)
    layers = addLayers(layers, rollUp.layers)
    if (rollUp.compared.requests > 0) {
      const sums = addCompared(compared.get(modelKey)?.sums ?? noneCompared, rollUp.compared)
      compared.set(modelKey, { model, sums })
    }
  }
  const [rankedModels, rankedWorkspaces, rankedPurposes] = [models.ranked(), workspaces.ranked(), purposes.ranked()]
  return {
    incomplete,
    total: total.shown(),
    days: [...days].map(([number, day]) => ({
      day: toDayText(number),
      ...day.sums.shown(),
      models: partsOf(day.models, rankedModels),
      workspaces: partsOf(day.workspaces, rankedWorkspaces),
      purposes: partsOf(day.purposes, rankedPurposes),
    })),
    models: rankedModels.map(([, { meaning, sums }]) => ({ model: meaning, ...sums.shown() })),
    workspaces: rankedWorkspaces.map(([, { meaning, sums }]) => ({ workspaceId: meaning, ...sums.shown() })),
    purposes: rankedPurposes.map(([, { meaning, sums }]) => ({ purpose: meaning, ...sums.shown() })),
    ...(await chatLines(store, chats)),
    layers: layers
      .map(({ layer, tokens, nanos }) => ({ label: layerLabel(layer), tokens, usd: nanos / NANOS }))
      .toSorted((one, other) => other.tokens - one.tokens),
    compared: [...compared.values()].map(toCompared).toSorted((one, other) => other.reported - one.reported),
  }
}

function toCompared({ model, sums }: { readonly model: ModelChoice; readonly sums: ComparedSums }): ComparedModel {
  const costs = { reported: sums.reportedNanos / NANOS, byPrices: sums.listNanos / NANOS }
  return { model, requests: sums.requests, ...costs, differs: isDiffering(costs) }
}

function toRollUpQuery({ from, through, workspaceId, model }: UsageReportQuery) {
  const days = { ...(from === undefined ? {} : { from }), ...(through === undefined ? {} : { through }) }
  if (workspaceId !== undefined) return { of: { workspaceId }, ...days }
  return model === undefined ? days : { of: { model }, ...days }
}

function isAskedFor({ model, purpose }: UsageReportQuery, rollUp: RollUp, itsPurpose: UsagePurpose): boolean {
  if (purpose !== undefined && purpose !== itsPurpose) return false
  return model === undefined || (model.definition === rollUp.model.definition && model.model === rollUp.model.model)
}

function dayOf(days: Map<number, Day>, number: number): Day {
  let day = days.get(number)
  if (day === undefined) {
    day = { sums: new Sums(), models: new Groups(), workspaces: new Groups(), purposes: new Groups() }
    days.set(number, day)
  }
  return day
}

function partsOf(groups: Groups<null>, ranked: readonly (readonly [string, unknown])[]): readonly UsagePart[] {
  return ranked.flatMap(([key], at) => {
    const group = groups.all.get(key)
    if (group === undefined) return []
    return [{ at, usd: group.sums.nanos / NANOS, tokens: tokensOf(group.sums.usage) }]
  })
}

/** The chats with the highest cost by name, all others in two lines. */
async function chatLines(store: Store, groups: Groups<ChatId>) {
  const chats: UsageReport['chats'][number][] = []
  const [others, deleted] = [new Sums(), new Sums()]
  let [otherCount, deletedCount] = [0, 0]
  for (const [, { meaning: chatId, sums }] of groups.ranked()) {
    if (chats.length === MOST_CHATS) {
      others.add(sums)
      otherCount += 1
      continue
    }
    // The list includes deleted chats, and there may be thousands.
    await takeTurns()
    const row = await store.get(CHATS_SHELF, chatId)
    const chat = row === null ? null : fromChatRow(row)
    if (chat === null) {
      deleted.add(sums)
      deletedCount += 1
    } else if ('unreadable' in chat) {
      others.add(sums)
      otherCount += 1
    } else {
      const { id, workspaceId, title } = chat
      chats.push({ chat: { id, workspaceId, title: title?.text ?? null }, ...sums.shown() })
    }
  }
  return {
    chats,
    otherChats: { ...others.shown(), chats: otherCount },
    deletedChats: { ...deleted.shown(), chats: deletedCount },
  }
}

/** Everything that was read and written. */
function tokensOf({ input, cacheRead, cacheWrite, output }: Usage): number {
  return input + cacheRead + cacheWrite + output
}

function toDayText(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10)
}
