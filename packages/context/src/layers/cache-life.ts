import type { AssembleInput, Pace } from '../draft/assemble-input.ts'
import type { CacheLife, Draft } from '../draft/draft.ts'
import { fixedTokens, sum } from '../draft/size-of.ts'

/** Half as many requests as a chat has sent are expected to follow. */
const FURTHER_REQUESTS = 1 / 2

/**
 * How long the provider is to keep what it caches (C24). Where the pace of the chat decides, it decides when everything is written again in any case:
 * what is read from a warm cache keeps the life that it was written with. Null where the life is not known, or nothing is cached.
 */
export function chooseLife(draft: Draft, input: AssembleInput): CacheLife | null {
  const { model, settings, previous, cache, pace } = input
  if (model.cacheLife === undefined || (model.caching === 'marks' && !draft.cacheMarks.system)) return null
  const { minutes, longMinutes } = model.cacheLife
  const kept = (minutes: number): CacheLife => ({ minutes, weighed: null })
  if (longMinutes === undefined || settings.cacheLife === 'short') return kept(minutes)
  if (settings.cacheLife === 'long') return kept(longMinutes)
  if (cache.state === 'warm' && previous?.cacheMinutes !== undefined) return kept(previous.cacheMinutes)
  if (pace === undefined || pace.gaps.length === 0) return kept(minutes)
  const { short, long } = expectedCosts(draft, pace, { minutes, longMinutes })
  const isLong = long < short
  return { minutes: isLong ? longMinutes : minutes, weighed: { minutes: isLong ? minutes : longMinutes, short, long } }
}

/**
 * What this request and the expected ones cost with each life. All of this one is written. Each later one writes what was added, and reads the rest if
 * it follows soon enough, as often as requests did until now; otherwise it writes that again.
 */
function expectedCosts(draft: Draft, pace: Pace, lives: { readonly minutes: number; readonly longMinutes: number }) {
  const messages = sum(draft.sizes)
  const total = fixedTokens(draft) + messages
  const answers = Math.max(1, draft.roles.filter(role => role === 'assistant').length)
  const added = messages / answers
  const further = Math.max(1, answers * FURTHER_REQUESTS)
  const costOf = (minutes: number, write: number): number => {
    const inTime = pace.gaps.filter(gap => gap < minutes * 60_000).length / pace.gaps.length
    const later = added * write + total * (inTime * pace.read + (1 - inTime) * write)
    return ((total * write + further * later) * pace.inputPrice) / 1e6
  }
  return { short: costOf(lives.minutes, pace.write), long: costOf(lives.longMinutes, pace.writeLong) }
}
