import type { Inspection, ReportChange } from '@stet/api/client'
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
  if (request === null) return compaction === null ? 'The next request stays the same' : sentenceStart(compaction)
  return compaction === null ? request : `${request}; ${compaction}`
}

function requestChange({ tokens: { before, after }, messages, blocks }: ReportChange): string | null {
  if (before > after) return `Saves ${formatTokens(before - after)} tokens`
  if (after > before) return `Adds ${formatTokens(after - before)} tokens`
  const others = messages.length + blocks.length
  if (others === 0) return null
  return `${others} ${others === 1 ? 'entry changes' : 'entries change'}, the tokens do not`
}

function compactionChange({ own, other }: Compactions): string | null {
  const [before, after] = [summarisedIn(own), summarisedIn(other)]
  if (before === after) return null
  if (after === null) return 'compaction would summarise nothing'
  return before === null
    ? `compaction would summarise ${countOf(after)} first`
    : `compaction would summarise ${countOf(after)} first instead of ${before}`
}

function summarisedIn(compaction: Compaction): number | null {
  return compaction.kind === 'planned' ? compaction.summarised.length : null
}

function countOf(messages: number): string {
  return `${messages} ${messages === 1 ? 'message' : 'messages'}`
}

function sentenceStart(words: string): string {
  return words.charAt(0).toLocaleUpperCase('en') + words.slice(1)
}

/** What of the next request the provider may have in its cache. */
export function cacheWords({ report: { cache } }: Inspection): string {
  switch (cache.caching) {
    case 'none':
      return 'This model caches nothing.'
    case 'automatic':
      return cache.sharedTokens === null
        ? 'This model caches by itself; what it holds is not known.'
        : `${formatTokens(cache.sharedTokens)} tokens are as in the last request.`
    case 'marks':
      return cache.prefixTokens === 0
        ? 'Nothing is marked for the cache.'
        : `The first ${formatTokens(cache.prefixTokens)} tokens are marked for the cache.`
  }
}

/** What becomes of a request that does not fit. */
export function cannotFitWords({ compaction }: Inspection): string {
  return compaction.kind === 'planned'
    ? 'It does not fit as it is, and is summarised before it is sent.'
    : 'It does not fit, and would not be sent.'
}

/** What compaction does on this chat by itself. */
export function compactionWords({ context, compaction }: Inspection): string {
  switch (compaction.kind) {
    case 'off':
      return compaction.by === 'setting'
        ? 'Automatic compaction is off: what does not fit is not sent.'
        : 'Automatic compaction is off since a checkpoint was lifted: what does not fit is not sent.'
    case 'not-due': {
      const { recentMessagesToKeep: recent, minRecentMessagesToKeep: least } = context
      const kept = recent === least ? `the last ${recent}` : `the last ${recent}, at least ${least},`
      return `Summarises by itself from ${formatTokens(compaction.startsAt)} tokens on; ${kept} stay as they are.`
    }
    case 'no-summary-helps':
      return `Compaction starts at ${formatTokens(compaction.startsAt)} tokens, but no summary would bring the request below.`
    case 'planned':
      return plannedWords(compaction)
  }
}

type PlannedCompaction = Extract<Compaction, { kind: 'planned' }>

/** What would be summarised, and what would be left: an estimate, since the summary is not written. */
export function plannedWords({ summarised, takesInSummary, tokens }: PlannedCompaction): string {
  const what = summarised.length === 0 ? 'the summary anew' : countOf(summarised.length)
  const earlier = takesInSummary && summarised.length > 0 ? ' with the summary before' : ''
  const left = `${formatTokens(tokens.before)} → about ${formatTokens(tokens.after)} tokens, an estimate`
  return `Compaction would first summarise ${what}${earlier}: ${left}.`
}

/** Why a message would go into the summary, by how far compaction would have to go (C10). */
export function stageWords(stage: PlannedCompaction['stage']): string {
  switch (stage) {
    case 'older':
      return 'it is older than the recent messages that stay'
    case 'fewer-recent':
      return 'the recent messages are large, so fewer of them stay'
    case 'last-messages':
      return 'the recent messages are too large, so only the last stay'
    case 'last-resort':
      return 'even the last messages are too large, so only the current one stays'
    case 'by-hand':
      return 'you asked for a summary'
  }
}

export function windowWords({ report: { budget } }: Inspection): string {
  const maximum = budget.maximum.toLocaleString('en')
  const less = `less ${budget.reserved.toLocaleString('en')} for the answer`
  switch (budget.maximumFrom) {
    case 'model':
      return `The model’s window of ${maximum}, ${less}.`
    case 'person':
      return `Your own limit of ${maximum}, ${less}.`
    case 'assumed':
      return `${maximum}, as the model’s window is not known, ${less}.`
  }
}

/** How many messages are sent whole, in part and not at all. */
export function totalsWords({ report: { messages } }: Inspection): string {
  const told = messages.filter(({ fate }) => fate !== 'never-sent-by-role')
  const trimmed = told.filter(({ fate }) => fate === 'trimmed').length
  const whole = told.filter(({ fate }) => fate === 'sent' || fate === 'pinned').length
  const rest = told.length - trimmed - whole
  const parts = [`${whole} sent whole`]
  if (trimmed > 0) parts.push(`${trimmed} trimmed`)
  if (rest > 0) parts.push(`${rest} not sent`)
  return `${told.length} ${told.length === 1 ? 'message' : 'messages'}: ${parts.join(', ')}.`
}
