import type { Message, MessageId, PastRequest, RequestId } from '@stet/api/client'
import { useState } from 'react'
import { formatUsd, isFree } from '../formats/format-cost.ts'
import { formatDuration } from '../formats/format-duration.ts'
import { formatMoment } from '../formats/format-moment.ts'
import { formatTokens } from '../formats/format-tokens.ts'
import { useModelName } from '../models/model-name.ts'
import { classNames } from '../ui/class-names.ts'
import { Tabs } from '../ui/controls/tabs.tsx'
import { ExactRequest } from './exact-request.tsx'
import { FiguresView } from './figures-view.tsx'
import { durationOf, purposeWords, stateMeaning, stateWords } from './request-words.ts'
import { SentView } from './sent-view.tsx'
import { whyUnreliable } from './spent-words.ts'

type RequestTab = 'sent' | 'exact' | 'figures'

const tabs: readonly { tab: RequestTab; label: string }[] = [
  { tab: 'sent', label: 'Request' },
  { tab: 'exact', label: 'Exact request' },
  { tab: 'figures', label: 'Figures' },
]

interface PastRequestViewProps {
  request: PastRequest
  path: readonly Message[]
  onShow: (messageId: MessageId) => void
  onOpen: (requestId: RequestId) => void
}

/** One request of the past: what it cost, what was sent and left out, and its exact bytes (X1). */
export function PastRequestView({ request, path, onShow, onOpen }: PastRequestViewProps) {
  const [tab, setTab] = useState<RequestTab>('sent')
  const { facts, cost, compared, content, others } = request
  return (
    <>
      <Overview facts={facts} cost={cost} isShort={tab !== 'sent'} />
      <Tabs label="Past request" tabs={tabs} tab={tab} onTab={setTab}>
        {tab === 'sent' && <SentView content={content} purpose={facts.purpose} path={path} onShow={onShow} />}
        {tab === 'exact' && <ExactRequest {...content} />}
        {tab === 'figures' && (
          <FiguresView facts={facts} cost={cost} compared={compared} others={others} onOpen={onOpen} />
        )}
      </Tabs>
    </>
  )
}

interface OverviewProps extends Pick<PastRequest, 'facts' | 'cost'> {
  /** Whether the words give way where the screen is small. */
  isShort: boolean
}

function Overview({ facts, cost, isShort }: OverviewProps) {
  const { origin, state, sentAt, purpose, prices } = facts
  const model = useModelName(origin)
  const used = facts.usage ?? facts.estimate
  const took = durationOf(facts)
  const meaning = stateMeaning(facts)
  const isOver = state !== 'sent'
  return (
    <div className="shrink-0 px-4 pb-3">
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className="figures text-lead font-medium">
          {isOver ? (isFree(cost) ? 'free' : formatUsd(cost.usd)) : '…'}
        </span>
        {!cost.reliable && isOver && <span className="text-ink-faint">(unreliable)</span>}
        <span className="flex-1" />
        {used !== null && (
          <span className="figures text-ink-faint">
            {formatTokens(used.input + used.cacheRead + used.cacheWrite)} in · {formatTokens(used.output)} out
          </span>
        )}
      </p>
      <ul className={classNames('mt-2 space-y-0.5 text-small text-ink-faint', isShort && 'max-sm:hidden')}>
        <li>
          {purposeWords(purpose)} by <bdi className="font-medium text-ink-soft">{model}</bdi>,{' '}
          <time dateTime={new Date(sentAt).toISOString()}>{formatMoment(sentAt, Date.now())}</time>.{' '}
          <span className={state === 'failed' || state === 'unknown' ? 'text-red' : undefined}>
            {stateWords(state)}
          </span>
          {took !== null && state !== 'unknown' && ` after ${formatDuration(took)}`}.
        </li>
        {meaning !== null && <li>{meaning}</li>}
        {!cost.reliable && isOver && <li>Unreliable: {whyUnreliable({ usage: used, prices })}</li>}
      </ul>
    </div>
  )
}
