import type { Cost, Message, RequestId, Usage } from '@stet/api/client'
import { useContext } from 'react'
import { formatUsd, isFree } from '../formats/format-cost.ts'
import { Tooltip } from '../ui/controls/tooltip.tsx'
import { Icon } from '../ui/graphics/icon.tsx'
import { OpenRequestContext } from './open-request.tsx'
import { UsageContext } from './use-chat-usage.ts'

interface CostFigureProps {
  message: Pick<Message, 'id' | 'copiedFrom'>
  request: { readonly requestId: RequestId | null; readonly usage: Usage | null }
}

/** What a message cost, and the way to the request that made it. One that cannot be relied on says why (U3). */
export function CostFigure({ message: { id, copiedFrom }, request: { requestId, usage } }: CostFigureProps) {
  const spending = useContext(UsageContext)?.messages[id]
  const openRequest = useContext(OpenRequestContext)
  // A figure of nothing says nothing; one that cannot be relied on does.
  if (spending === undefined || isFree(spending.cost)) return null
  const { cost } = spending
  const words = costWords({ cost, reported: usage !== null, inherited: copiedFrom !== null })
  const figure = (
    <>
      <span className="figures">{formatUsd(cost.usd)}</span>
      {!cost.reliable && (
        <>
          <span className="@max-lg/conversation:sr-only"> (unreliable)</span>
          <span className="ml-1 hidden align-[-0.1em] @max-lg/conversation:inline-block">
            <Icon name="warning" size={12} />
          </span>
        </>
      )}
      {copiedFrom !== null && <span className="@max-lg/conversation:sr-only"> (copied)</span>}
    </>
  )
  if (requestId === null || openRequest === null) {
    return (
      <Tooltip text={words}>
        <span className="shrink-0">
          <span className="sr-only">Cost: </span>
          {figure}
        </span>
      </Tooltip>
    )
  }
  return (
    <Tooltip text={`${words} View request.`}>
      <button
        type="button"
        data-tour="cost"
        aria-description={`${words} View request.`}
        onClick={() => openRequest(requestId)}
        className="-mx-1 shrink-0 rounded px-1 whitespace-nowrap transition-colors duration-150 hover:bg-wash hover:text-ink coarse:h-10 coarse:min-w-10"
      >
        <span className="sr-only">Cost: </span>
        {figure}
      </button>
    </Tooltip>
  )
}

interface CostOfMessage {
  readonly cost: Cost
  /** Whether the provider reported what was used. */
  readonly reported: boolean
  /** Whether a fork copied the message: it was paid for where it was made. */
  readonly inherited: boolean
}

/** What a message's cost means, and why it cannot be relied on where that is so (U2, U3). */
export function costWords({ cost, reported, inherited }: CostOfMessage): string {
  const parts = [inherited ? 'Paid in the original chat.' : 'Cost of this message.']
  if (!cost.reliable) {
    parts.push(reported ? 'Unreliable: a price is missing.' : 'Unreliable: the provider sent no token count.')
  }
  return parts.join(' ')
}
