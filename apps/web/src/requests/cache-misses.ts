import type { Message, MessageId, RequestId } from '@stet/api/client'
import { createContext } from 'react'

/** The requests of an answer and of the one before it. */
export interface RequestPair {
  readonly from: RequestId
  readonly to: RequestId
}

/** Providers cache no less than about that. */
const LEAST_CACHED = 1024

/**
 * Answers whose provider had cached the request before theirs, and read less than half of that. Whether it missed, and why, is asked for
 * only when one of them is in sight.
 */
export function suspectedMisses(path: readonly Message[]): ReadonlyMap<MessageId, RequestPair> {
  const found = new Map<MessageId, RequestPair>()
  let before: { readonly id: RequestId; readonly cached: number } | null = null
  for (const message of path) {
    if (message.role !== 'assistant' || message.copiedFrom !== null) continue
    const { requestId, usage } = message
    if (requestId === null || usage === null) continue
    if (before !== null && before.cached >= LEAST_CACHED && usage.cacheRead < before.cached / 2) {
      found.set(message.id, { from: before.id, to: requestId })
    }
    before = { id: requestId, cached: usage.cacheRead + usage.cacheWrite }
  }
  return found
}

export const CacheMissesContext = createContext<ReadonlyMap<MessageId, RequestPair>>(new Map())

/** Opens the difference of two requests; null where there is no inspector. */
export const OpenDifferenceContext = createContext<((pair: RequestPair) => void) | null>(null)
