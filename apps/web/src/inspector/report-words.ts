import type { Inspection, ReportChange } from '@stet/api/client'
import { formatCost } from '../formats/format-cost.ts'
import { formatTokens } from '../formats/format-tokens.ts'

type Compaction = Inspection['compaction']

interface Compactions {
  readonly own: Compaction
  readonly other: Compaction
}

/** What other settings would change, in a line. */
export function changeWords(change: ReportChange, compactions: Compactions): string {
  const request = requestChange(change)
  const compaction = compactionChange(compactions)
  if (request === null) return compaction === null ? 'No change to the next request' : sentenceStart(compaction)
  return compaction === null ? request : `${request}; ${compaction}`
}

function requestChange({ tokens: { before, after }, count, blocks }: ReportChange): string | null {
  if (before > after) return `Saves ${formatTokens(before - after)} tokens`
  if (after > before) return `Adds ${formatTokens(after - before)} tokens`
  const others = count + blocks.length
  if (others === 0) return null
  return `${others} ${others === 1 ? 'entry changes' : 'entries change'}, same tokens`
}

function compactionChange({ own, other }: Compactions): string | null {
  const [before, after] = [summarisedIn(own), summarisedIn(other)]
  if (before === after) return null
  if (after === null) return 'nothing would be summarised'
  return before === null
    ? `${countOf(after)} would be summarised first`
    : `${countOf(after)} would be summarised first, instead of ${before}`
}

function summarisedIn(compaction: Compaction): number | null {
  return compaction.kind === 'planned' ? compaction.summarised.count : null
}

function countOf(messages: number): string {
  return `${messages} ${messages === 1 ? 'message' : 'messages'}`
}

function sentenceStart(words: string): string {
  return words.charAt(0).toLocaleUpperCase('en') + words.slice(1)
}

/** Whether tool calls are forgotten to save money, with both sums (X3); null where that was not weighed. */
export function forgettingWords({ report: { forgetting } }: Inspection): string | null {
  if (forgetting === null) return null
  const { isForgotten, exchanges, keep, forget } = forgetting
  const steps = `${exchanges} ${exchanges === 1 ? 'step' : 'steps'} with tools`
  return `${steps} ${forgettingReason(isForgotten, forget < keep)}: expected cost ${usd(forget)} forgotten, ${usd(keep)} kept.`
}

function forgettingReason(isForgotten: boolean, isCheaper: boolean): string {
  if (isForgotten) return isCheaper ? 'forgotten to save money' : 'forgotten since the window is nearly full'
  return isCheaper ? 'kept, since most chats end before forgetting is paid back' : 'kept to save money'
}

function usd(dollars: number): string {
  return formatCost({ usd: dollars, reliable: true })
}

/** What of the next request the provider may have in its cache. */
export function cacheWords({ report: { cache } }: Inspection): string {
  if (cache.leastCached !== undefined) {
    return `Too short to be cached: this model caches from ${cache.leastCached.toLocaleString('en')} tokens on.`
  }
  switch (cache.caching) {
    case 'none':
      return 'This model has no cache.'
    case 'automatic':
      return cache.sharedTokens === null
        ? 'This model caches automatically.'
        : `${formatTokens(cache.sharedTokens)} tokens are unchanged since the last request, and probably cached.`
    case 'marks':
      return cache.prefixTokens === 0
        ? 'Nothing will be cached.'
        : `The first ${formatTokens(cache.prefixTokens)} tokens can be cached.`
  }
}

/** How long the provider keeps what it caches (C24); null where that is the usual time, and nothing else was weighed. */
export function cacheLifeWords({ report: { cache } }: Inspection): string | null {
  if (cache.life === null) return null
  const { minutes, weighed } = cache.life
  if (weighed === null) return minutes === USUAL_MINUTES ? null : `The provider keeps it for ${lifeWords(minutes)}.`
  const isLong = minutes > weighed.minutes
  const [own, other] = isLong ? [weighed.long, weighed.short] : [weighed.short, weighed.long]
  const sums = `expected cost ${usd(own)}, with ${lifeWords(weighed.minutes)} ${usd(other)}`
  return `The provider keeps it for ${lifeWords(minutes)}, by the pace of this chat: ${sums}.`
}

const USUAL_MINUTES = 5

function lifeWords(minutes: number): string {
  return minutes === 60 ? 'an hour' : `${minutes} minutes`
}

/** What becomes of a request that does not fit. */
export function cannotFitWords({ compaction }: Inspection): string {
  return compaction.kind === 'planned'
    ? 'Too long to send as is. Older messages will be summarised first.'
    : 'Too long to send.'
}

/** What compaction does on this chat by itself. */
export function compactionWords({ context, compaction }: Inspection): string {
  switch (compaction.kind) {
    case 'off':
      return compaction.by === 'setting'
        ? 'Automatic summaries are off: a request that is too long is not sent.'
        : 'Automatic summaries are off because a checkpoint was lifted.'
    case 'not-due': {
      const { recentMessagesToKeep: recent, minRecentMessagesToKeep: least } = context
      const kept = recent === least ? `${recent}` : `${least} to ${recent}`
      return `Summarises older messages above ${formatTokens(compaction.startsAt)} tokens, keeping the last ${kept}.`
    }
    case 'waiting': {
      const { startsAt, summarise, keep } = compaction
      return `Over ${formatTokens(startsAt)} tokens. A summary waits: it would cost ${usd(summarise)} with the next requests, instead of ${usd(keep)}.`
    }
    case 'no-summary-helps':
      return `Over ${formatTokens(compaction.startsAt)} tokens, and a summary would not shorten it enough.`
    case 'planned':
      return plannedWords(compaction)
  }
}

type PlannedCompaction = Extract<Compaction, { kind: 'planned' }>

/** What would be summarised, and what would be left: an estimate, since the summary is not written. */
export function plannedWords({ summarised: { count }, takesInSummary, tokens, price }: PlannedCompaction): string {
  const what = count === 0 ? 'the previous summary' : countOf(count)
  const earlier = takesInSummary && count > 0 ? ' and the previous summary' : ''
  const left = `${formatTokens(tokens.before)} → about ${formatTokens(tokens.after)} tokens`
  return `Will summarise ${what}${earlier} first: ${left}.${priceWords(price)}`
}

function priceWords(price: PlannedCompaction['price']): string {
  if (price === null) return ''
  const { requests, cost, asks } = price
  const about = cost === null ? '' : `, about ${formatCost(cost)}`
  return ` ${requests === 1 ? '1 request' : `${requests} requests`}${about}.${asks ? ' You will be asked first.' : ''}`
}

/** Why a message would go into the summary, by how far compaction would have to go (C10). */
export function stageWords(stage: PlannedCompaction['stage']): string {
  switch (stage) {
    case 'older':
      return 'older than the recent messages that are kept'
    case 'fewer-recent':
      return 'recent messages are large, so fewer are kept'
    case 'last-messages':
      return 'recent messages are too large, so only the last are kept'
    case 'last-resort':
      return 'even the last messages are too large, so only the current one is kept'
    case 'by-hand':
      return 'you asked for a summary'
  }
}

export function windowWords({ report: { budget } }: Inspection): string {
  const maximum = budget.maximum.toLocaleString('en')
  const less = `less ${budget.reserved.toLocaleString('en')} for the answer`
  switch (budget.maximumFrom) {
    case 'model':
      return `Window of ${maximum} tokens, ${less}.`
    case 'person':
      return `Your limit of ${maximum} tokens, ${less}.`
    case 'assumed':
      return `Assumed window of ${maximum} tokens (the model’s is unknown), ${less}.`
  }
}

/** How many messages are sent whole, in part and not at all. */
export function totalsWords({ page: { count, fates } }: Pick<Inspection, 'page'>): string {
  const { trimmed = 0, sent = 0, pinned = 0 } = fates
  const counted = count - (fates['never-sent-by-role'] ?? 0)
  const whole = sent + pinned
  const rest = counted - trimmed - whole
  const messages = `${counted} ${counted === 1 ? 'message' : 'messages'}`
  if (whole === counted) return `${messages}, in full.`
  const parts = [`${whole} in full`]
  if (trimmed > 0) parts.push(`${trimmed} shortened`)
  if (rest > 0) parts.push(`${rest} not sent`)
  return `${messages}: ${parts.join(', ')}.`
}
