import type { MessageId } from '@stet/history'
import type { Fate } from '../draft/draft.ts'
import type { LayerName } from '../layers/pipeline.ts'
import { inputCost, type PriceList } from './input-cost.ts'
import type { BlockReport, EarlierReport, MessageReport, Report } from './report.ts'

export interface CompareOptions {
  /** Null where there is none: then nothing is said of money. */
  readonly prices: PriceList | null
  /** How many more requests like this one are looked ahead. */
  readonly requests: number
}

/** What another way to set a chat would change, before anything is sent (C17, X1). */
export interface Comparison {
  readonly messages: readonly MessageChange[]
  readonly blocks: readonly BlockChange[]
  readonly tokens: { readonly before: number; readonly after: number }
  /** What the input of the next request costs; null without a price list. */
  readonly now: Money | null
  /** What the input of the requests after it costs, all together; null without a price list. */
  readonly next: Money | null
}

export interface Side {
  readonly fate: Fate
  readonly layer: LayerName
  readonly because: string
  /** Tokens that are sent of it. */
  readonly tokens: number
}

export interface MessageChange {
  readonly messageId: MessageId
  /** Null where a report does not speak of it. */
  readonly before: Side | null
  readonly after: Side | null
}

export interface BlockChange {
  readonly kind: BlockReport['kind']
  readonly name: string
  readonly before: Side | null
  readonly after: Side | null
}

export interface Money {
  readonly before: number
  readonly after: number
  /** False when a price was missing for tokens that it needs; they count as uncached. */
  readonly reliable: boolean
}

/** From one report to another of the same chat: what changed, and what it saves now and over the next requests. */
export function compareReports(before: Report, after: Report, { prices, requests }: CompareOptions): Comparison {
  return {
    messages: messageChanges(before, after),
    blocks: blockChanges(before, after),
    tokens: { before: before.budget.used.total, after: after.budget.used.total },
    ...(prices === null ? { now: null, next: null } : moneyBetween(before, after, prices, requests)),
  }
}

function moneyBetween(before: Report, after: Report, prices: PriceList, requests: number) {
  const [one, other] = [inputCost(before, prices), inputCost(after, prices)]
  const reliable = one.reliable && other.reliable
  return {
    now: { before: one.now, after: other.now, reliable },
    next: { before: one.later * requests, after: other.later * requests, reliable },
  }
}

function messageChanges(before: Report, after: Report): readonly MessageChange[] {
  const earlier = new Map(before.messages.map(entry => [entry.messageId, entry]))
  const later = new Map(after.messages.map(entry => [entry.messageId, entry]))
  return [...idsOf(before, after)].flatMap(messageId => {
    const one = sideOf(earlier.get(messageId), before.earlier)
    const other = sideOf(later.get(messageId), after.earlier)
    return isSame(one, other) ? [] : [{ messageId, before: one, after: other }]
  })
}

/** Every message that one of the two lists, each the last part of the same path. */
function idsOf(before: Report, after: Report): ReadonlySet<MessageId> {
  const listed = new Set(before.messages.map(({ messageId }) => messageId))
  const start = after.messages.findIndex(({ messageId }) => listed.has(messageId))
  const leading = after.messages.slice(0, Math.max(0, start))
  return new Set([...leading, ...before.messages, ...after.messages].map(({ messageId }) => messageId))
}

/** A message that the list does not hold is one of those that precede it. */
function sideOf(entry: MessageReport | undefined, earlier: EarlierReport | null): Side | null {
  if (entry !== undefined) return toSide(entry)
  return earlier === null ? null : { fate: earlier.fate, layer: earlier.layer, because: earlier.because, tokens: 0 }
}

function blockChanges(before: Report, after: Report): readonly BlockChange[] {
  const earlier = new Map(blocksIn(before).map(block => [keyOf(block), block]))
  const later = new Map(blocksIn(after).map(block => [keyOf(block), block]))
  const all = new Map([...earlier, ...later])
  return [...all].flatMap(([key, { kind, name }]) => {
    const one = earlier.get(key)
    const other = later.get(key)
    const change = { kind, name, before: one ? toSide(one) : null, after: other ? toSide(other) : null }
    return isSame(change.before, change.after) ? [] : [change]
  })
}

function blocksIn({ tools, system, opening }: Report): readonly BlockReport[] {
  return [...tools, ...system, ...(opening === null ? [] : [opening])]
}

function keyOf({ kind, name }: BlockReport): string {
  return `${kind} ${name}`
}

function toSide({ fate, layer, because, tokensAfter }: MessageReport | BlockReport): Side {
  return { fate, layer, because, tokens: tokensAfter }
}

function isSame(one: Side | null, other: Side | null): boolean {
  return one?.fate === other?.fate && one?.tokens === other?.tokens
}
