import type { MessageId } from '@stet/api/client'
import { useQuery } from '@tanstack/react-query'
import { useContext } from 'react'
import { formatUsd } from '../formats/format-cost.ts'
import { formatTokens } from '../formats/format-tokens.ts'
import { useServices } from '../state/services.ts'
import { CacheMissesContext, OpenDifferenceContext, type RequestPair } from './cache-misses.ts'
import { differenceQuery } from './difference-query.ts'

/** Says below an answer that the provider's cache missed, why, and what that cost (X1). */
export function CacheNote({ messageId }: { messageId: MessageId }) {
  const pair = useContext(CacheMissesContext).get(messageId)
  return pair === undefined ? null : <Note pair={pair} />
}

function Note({ pair }: { pair: RequestPair }) {
  const { client } = useServices()
  const openDifference = useContext(OpenDifferenceContext)
  // A request whose text was deleted cannot be explained: then nothing is said.
  const { data } = useQuery(differenceQuery(client, pair.from, pair.to))
  const cache = data?.cache
  if (cache === undefined || cache.cause === null) return null
  return (
    <p className="mt-2 flex flex-wrap items-baseline gap-x-2 border-l-2 border-dotted border-line-strong pl-2 text-small text-ink-soft">
      <span>
        The provider’s cache missed: {cache.cause.because}.{' '}
        <span className="figures">{formatTokens(cache.missed)}</span> tokens were paid for again
        {cache.usd !== null && (
          <>
            , <span className="figures">{formatUsd(cache.usd)}</span> more
          </>
        )}
        .{cache.verdict !== null && ` The provider says: ${cache.verdict.reason.replaceAll('_', ' ')}.`}
      </span>
      {openDifference !== null && (
        <button
          type="button"
          onClick={() => openDifference(pair)}
          className="rounded text-accent hover:underline coarse:min-h-10"
        >
          Show the difference
        </button>
      )}
    </p>
  )
}
