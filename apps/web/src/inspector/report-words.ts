import type { Inspection, ReportChange } from '@stet/api/client'
import { formatTokens } from '../chat/format-tokens.ts'

/** What other settings would change, in a line. */
export function changeWords({ tokens: { before, after }, messages, blocks }: ReportChange): string {
  if (before > after) return `Saves ${formatTokens(before - after)} tokens`
  if (after > before) return `Adds ${formatTokens(after - before)} tokens`
  const others = messages.length + blocks.length
  if (others === 0) return 'The next request stays the same'
  return `${others} ${others === 1 ? 'entry changes' : 'entries change'}, the tokens do not`
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

/** How compaction is set to act on this chat, and that nothing acts on it yet. */
export function compactionWords({ context, report: { budget } }: Inspection): string {
  const { compaction, recentMessagesToKeep: recent, minRecentMessagesToKeep: least } = context
  if (!compaction.automatic) return 'Automatic compaction is off: what does not fit is not sent.'
  const start = formatTokens(Math.floor(budget.budget * compaction.startAt))
  const kept = recent === least ? `the last ${recent}` : `the last ${recent}, at least ${least},`
  return `Set to summarise from ${start} tokens on; ${kept} stay as they are. Nothing summarises by itself yet: what does not fit is not sent.`
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
