import type { ChatId, ListedRequest, RequestId } from '@stet/api/client'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { formatUsd, isFree } from '../formats/format-cost.ts'
import { formatMoment } from '../formats/format-moment.ts'
import { formatTokens } from '../formats/format-tokens.ts'
import { useModelName } from '../models/model-name.ts'
import { refreshQueries } from '../state/refresh-queries.ts'
import { useServices } from '../state/services.ts'
import { classNames } from '../ui/class-names.ts'
import { Button } from '../ui/controls/button.tsx'
import { LoadTrouble } from '../ui/layout/load-trouble.tsx'
import { Skeleton } from '../ui/layout/skeleton.tsx'
import { PanelHeader } from './panel-header.tsx'
import { purposeWords, stateWords } from './request-words.ts'

const PAGE = 50

interface RequestsPanelProps {
  chatId: ChatId
  onOpen: (requestId: RequestId) => void
  /** The earlier one first. */
  onCompare: (from: RequestId, to: RequestId) => void
  onBack: () => void
  onClose: () => void
}

/** Everything that a chat asked models, newest first; each opens as it was sent, and two can be compared (X1). */
export function RequestsPanel({ chatId, onOpen, onCompare, onBack, onClose }: RequestsPanelProps) {
  const { client, live } = useServices()
  const queries = useQueryClient()
  const [chosen, setChosen] = useState<readonly ListedRequest[]>([])
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useInfiniteQuery({
    queryKey: ['chat-requests', chatId],
    queryFn: ({ pageParam }) => client.chatRequests(chatId, { after: pageParam, limit: PAGE }),
    initialPageParam: null as string | null,
    getNextPageParam: page => page.next,
    staleTime: 0,
  })
  const requests = data?.pages.flatMap(page => page.requests) ?? []
  const unreadable = data?.pages.reduce((sum, page) => sum + page.unreadable, 0) ?? 0

  useEffect(
    () =>
      live.onEvent(event => {
        if (event.kind === 'request-ended' || event.kind === 'run-started' || event.kind === 'snapshot') {
          refreshQueries(queries, ['chat-requests', chatId]).catch(reportError)
        }
      }),
    [live, queries, chatId],
  )

  function choose(request: ListedRequest, isChosen: boolean): void {
    // A third one replaces the first.
    setChosen(before => (isChosen ? [...before, request].slice(-2) : before.filter(({ id }) => id !== request.id)))
  }

  const [one, other] = chosen.toSorted((a, b) => a.sentAt - b.sentAt)
  return (
    <div className="flex h-full flex-col">
      <PanelHeader
        title="Requests of this chat"
        place="requests"
        back={{ label: 'Back to next request', go: onBack }}
        onClose={onClose}
      />
      {error !== null && (
        <LoadTrouble title="Could not load the requests" className="px-4 pb-3" onRetry={() => void refetch()}>
          {error.message}
        </LoadTrouble>
      )}
      {data === undefined && error === null && (
        <div className="px-4">
          <Skeleton label="Loading requests" />
        </div>
      )}
      {data !== undefined && requests.length === 0 && (
        <p className="px-4 text-ink-soft">Nothing was asked yet. Answers, titles and summaries are listed here.</p>
      )}
      <div className="min-h-0 flex-1 overflow-y-auto pb-4">
        {unreadable > 0 && <p className="px-4 pb-2 text-red">{unreadable} cannot be read and are not listed.</p>}
        <ul aria-label="Requests of this chat" className="divide-y divide-line border-y border-line empty:hidden">
          {requests.map(request => (
            <RequestRow
              key={request.id}
              request={request}
              isCalled={request.chatId !== chatId}
              isChosen={chosen.some(({ id }) => id === request.id)}
              onChoose={isChosen => choose(request, isChosen)}
              onOpen={() => onOpen(request.id)}
            />
          ))}
        </ul>
        {hasNextPage && (
          <Button
            look="outline"
            className="mx-4 mt-3"
            disabled={isFetchingNextPage}
            onClick={() => void fetchNextPage()}
          >
            Show more
          </Button>
        )}
      </div>
      {requests.length > 1 && (
        <div className="flex items-center gap-3 border-t border-line px-4 py-2">
          <p className="min-w-0 flex-1 text-small text-ink-faint">
            {chosen.length === 2 ? 'Two requests chosen.' : 'Choose two requests to compare them.'}
          </p>
          <Button
            look="primary"
            disabled={one === undefined || other === undefined}
            onClick={() => one && other && onCompare(one.id, other.id)}
          >
            Compare
          </Button>
        </div>
      )}
    </div>
  )
}

interface RequestRowProps {
  request: ListedRequest
  /** Whether a chat that a tool call made asked it. */
  isCalled: boolean
  isChosen: boolean
  onChoose: (isChosen: boolean) => void
  onOpen: () => void
}

function RequestRow({ request, isCalled, isChosen, onChoose, onOpen }: RequestRowProps) {
  const { purpose, origin, state, sentAt, usage, estimated, cost, byPrices, kept } = request
  const model = useModelName(origin)
  const input = usage === null ? 0 : usage.input + usage.cacheRead + usage.cacheWrite
  const name = `${isCalled ? 'Sub-agent: ' : ''}${purposeWords(purpose)}`
  const moment = formatMoment(sentAt, Date.now())
  return (
    <li className="flex items-stretch">
      <label className="flex items-center pl-4 coarse:min-w-11">
        <span className="sr-only">{`Compare ${name}, ${moment}`}</span>
        <input
          type="checkbox"
          disabled={!kept}
          checked={isChosen}
          onChange={event => onChoose(event.target.checked)}
          className="size-4 accent-accent"
        />
      </label>
      <button
        type="button"
        disabled={!kept}
        onClick={onOpen}
        className="min-w-0 flex-1 px-3 py-2 text-left transition-colors duration-150 not-disabled:hover:bg-wash"
      >
        <span className="flex items-baseline gap-2">
          <span className="font-medium">{name}</span>
          {state !== 'done' && (
            <span className={classNames('text-small', state === 'failed' ? 'text-red' : 'text-ink-faint')}>
              {stateWords(state)}
            </span>
          )}
          <span className="flex-1" />
          <span className="figures text-[0.8125rem]">
            {isFree(cost) ? 'free' : formatUsd(cost.usd)}
            {!cost.reliable && <span className="font-sans text-ink-faint"> (unreliable)</span>}
          </span>
        </span>
        <span className="flex flex-wrap items-baseline gap-x-2 text-small text-ink-faint">
          <bdi className="truncate">{model}</bdi>
          <time dateTime={new Date(sentAt).toISOString()}>{moment}</time>
          <span className="flex-1" />
          {usage !== null && (
            <span className="figures">
              {estimated && 'about '}
              {formatTokens(input)} in{cachedWords(usage.cacheRead, input)} · {formatTokens(usage.output)} out
            </span>
          )}
        </span>
        {byPrices !== null && (
          <span className="block text-small text-ink-soft">
            The provider’s figure. By the price list: <span className="figures">{formatUsd(byPrices)}</span>
          </span>
        )}
        {!kept && <span className="block text-small text-ink-faint">Its text was deleted with its message.</span>}
      </button>
    </li>
  )
}

function cachedWords(read: number, input: number): string {
  return read === 0 ? '' : ` (${Math.max(1, Math.round((read / input) * 100))}% cached)`
}
