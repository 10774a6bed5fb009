import type { AsideMessage, MessageId, Usage } from '@stet/api/client'
import { type ReactNode, useContext } from 'react'
import { formatCost } from '../../formats/format-cost.ts'
import { formatTokens } from '../../formats/format-tokens.ts'
import { beginningOf } from '../../markdown/beginning-of.ts'
import { Button } from '../../ui/controls/button.tsx'
import { CostFigure } from '../../usage/cost-figure.tsx'
import { RequestButton } from '../../usage/open-request.tsx'
import { MessageActionsContext } from './message-actions.ts'
import { SummaryView } from './summaries/summary-view.tsx'

/** Shown beside the conversation and never sent. */
export function AsideView({ message }: { message: AsideMessage }) {
  switch (message.role) {
    case 'system-title':
      return <p className="text-small text-ink-faint">Title requested</p>
    case 'title':
      return (
        <div className="group flex items-center gap-x-3 text-small text-ink-faint">
          <p className="flex min-w-0 gap-1">
            <span>Title:</span>
            <bdi className="min-w-0 truncate text-ink-soft">{titleOf(message)}</bdi>
          </p>
          <CostFigure message={message} request={message} />
          <RequestButton
            requestId={message.requestId}
            className="-my-2 opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 coarse:opacity-100"
          />
        </div>
      )
    case 'system-summary':
      return <p className="text-small text-ink-faint">Summary requested</p>
    case 'summary':
      return <SummaryView message={message} />
    case 'clear':
      return <ClearRule message={message} />
    case 'accounting':
      return <AccountingRule message={message} />
  }
}

function ClearRule({ message }: { message: Extract<AsideMessage, { role: 'clear' }> }) {
  return (
    <Rule>
      {useLifted(message.id) ? 'Cleared here (lifted)' : 'Cleared: nothing above is sent'}
      <LiftButton checkpointId={message.id} />
    </Rule>
  )
}

function useLifted(checkpointId: MessageId): boolean {
  return useContext(MessageActionsContext)?.isLifted(checkpointId) ?? false
}

/** A checkpoint can be lifted on this branch and put back: nothing behind it was touched (H6). */
function LiftButton({ checkpointId }: { checkpointId: MessageId }) {
  const actions = useContext(MessageActionsContext)
  const lifted = useLifted(checkpointId)
  if (actions === null) return null
  return (
    <Button icon="undo" onClick={() => actions.lift(checkpointId, lifted ? 'hold' : 'lift')}>
      {lifted ? 'Restore' : 'Lift'}
    </Button>
  )
}

function AccountingRule({ message }: { message: Extract<AsideMessage, { role: 'accounting' }> }) {
  const { usage, cost } = message.cumulative.own
  const count = message.removedMessages
  return (
    <Rule>
      <span>
        {count} {count === 1 ? 'message' : 'messages'} deleted ({message.reason}) ·{' '}
        <span className="figures">
          {kindsOf(usage)} · {formatCost(cost)}
        </span>{' '}
        so far
      </span>
    </Rule>
  )
}

/** The four kinds of tokens (H7); the cache's only where there were any. */
function kindsOf({ input, cacheRead, cacheWrite, output }: Usage): string {
  const kinds = [
    `${formatTokens(input)} in`,
    ...(cacheRead === 0 ? [] : [`${formatTokens(cacheRead)} from cache`]),
    ...(cacheWrite === 0 ? [] : [`${formatTokens(cacheWrite)} to cache`]),
    `${formatTokens(output)} out`,
  ]
  return kinds.join(' · ')
}

function Rule({ children }: { children: ReactNode }) {
  return (
    <p className="flex items-center gap-4 text-small text-ink-faint before:h-px before:min-w-4 before:flex-1 before:bg-line after:h-px after:min-w-4 after:flex-1 after:bg-line">
      <span className="inline-flex flex-wrap items-center justify-center gap-x-2">{children}</span>
    </p>
  )
}

const LONGEST_TITLE = 80

/** One line, whatever the model answered. */
function titleOf(message: { readonly parts: readonly { readonly text: string }[] }): string {
  const line =
    message.parts
      .map(part => part.text.trim())
      .join(' ')
      .split('\n')[0] ?? ''
  const shown = beginningOf(line, LONGEST_TITLE)
  return shown.length < line.length ? `${shown}…` : line
}
