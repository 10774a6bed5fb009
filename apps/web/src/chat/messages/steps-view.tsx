import type { MessageId } from '@stet/api/client'
import { createContext, useContext } from 'react'
import { KnownCallsContext } from '../../calls/known-calls.ts'
import { formatUsd, isFree } from '../../formats/format-cost.ts'
import { formatDuration } from '../../formats/format-duration.ts'
import type { StepsRow } from '../../state/chat-view.ts'
import { hasFailed } from '../../state/open-failures.ts'
import { classNames } from '../../ui/class-names.ts'
import { Icon } from '../../ui/graphics/icon.tsx'
import { UsageContext } from '../../usage/use-chat-usage.ts'

/** Opens a block of steps, or closes it. */
export const OpenSteps = createContext<{ readonly toggle: (key: MessageId) => void }>({ toggle: () => undefined })

const MOST_TITLES = 4

/** The steps of a run on one line: how many, with which tools, how long they took and what they cost. */
export function StepsView({ steps: { key, messages, isOpen } }: { steps: StepsRow }) {
  const { toggle } = useContext(OpenSteps)
  const { calls } = useContext(KnownCallsContext)
  const spent = useContext(UsageContext)?.messages ?? {}
  const results = messages.flatMap(message => (message.role === 'tool-results' ? message.parts : []))
  const titles = [...new Set(results.map(({ callId, tool }) => calls[callId]?.shown.title ?? tool))]
  const failed = results.filter(hasFailed).length
  const costs = messages.flatMap(({ id }) => spent[id]?.cost ?? [])
  const cost = { usd: costs.reduce((sum, { usd }) => sum + usd, 0), reliable: costs.every(({ reliable }) => reliable) }
  const took = (messages.at(-1)?.at ?? 0) - (messages[0]?.at ?? 0)
  const facts = [
    titles.length > MOST_TITLES ? `${titles.slice(0, MOST_TITLES).join(', ')} …` : titles.join(', '),
    ...(failed === 0 ? [] : [`${failed} failed`]),
    ...(took < 1000 ? [] : [formatDuration(took)]),
    ...(isFree(cost) ? [] : [formatUsd(cost.usd)]),
  ]
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      onClick={() => toggle(key)}
      className="-ml-2 flex min-h-8 max-w-full items-center gap-2 rounded px-2 py-1 text-left text-ink-soft transition-colors duration-150 hover:bg-wash hover:text-ink coarse:min-h-10"
    >
      <span className={classNames('transition-transform duration-150', isOpen && 'rotate-90')}>
        <Icon name="chevron-right" size={12} />
      </span>
      <Icon name="fold" />
      <span className="shrink-0">{messages.length / 2} steps</span>
      <bdi className="min-w-0 truncate text-ink-faint">{facts.join(' · ')}</bdi>
    </button>
  )
}
