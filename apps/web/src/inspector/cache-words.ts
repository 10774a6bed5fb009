import type { Chat, Message, PriceList, Report } from '@stet/api/client'
import { formatUsd } from '../formats/format-cost.ts'
import { nextCost } from './next-cost.ts'

/** Which cache mode is on, in as few words as the composer has room for; null where the model has no cache (V4). */
export function cacheModeWords(
  { cache: { caching, leastCached } }: Report,
  mode: Chat['settings']['context']['cache'],
): string | null {
  if (caching === 'none') return null
  if (leastCached !== undefined) return 'too short to cache'
  if (caching === 'automatic') return 'cached automatically'
  switch (mode) {
    case 'all-off':
      return 'cache off'
    case 'system':
      return 'system prompt cached'
    case 'cached':
      return 'cached'
  }
}

/** Below this nothing is shown. */
const LEAST_USD = 0.0005

interface ColdCacheQuery {
  readonly report: Report
  readonly prices: PriceList | null
  readonly path: readonly Message[]
  readonly model: Chat['settings']['model']
}

/** The extra cost of the next message because the provider's cache expired; null if there is none. */
export function coldCacheWords({ report, prices, path, model }: ColdCacheQuery): string | null {
  const { cache } = report
  if (cache.caching === 'none' || cache.state !== 'cold') return null
  const [cold, warm] = [report, { ...report, cache: { ...cache, state: 'warm' as const } }].map(each =>
    nextCost(each, prices),
  )
  const more = (cold?.usd ?? 0) - (warm?.usd ?? 0)
  if (more < LEAST_USD) return null
  const last = path.findLast(message => message.role === 'assistant')
  const isSame = last?.origin.definition === model.definition && last.origin.model === model.model
  const why = isSame
    ? 'The provider’s cache has probably expired'
    : 'Another model has nothing of this chat in its cache'
  return `${why}: the next message costs about ${formatUsd(more)} more.`
}
