import type { Chat } from '@stet/api/client'
import { formatUsd } from '../formats/format-cost.ts'
import { formatTokens } from '../formats/format-tokens.ts'
import { useAnswering } from '../models/chat-model.tsx'
import { classNames } from '../ui/class-names.ts'
import { Tooltip } from '../ui/controls/tooltip.tsx'
import { MeterBar, shareText } from '../usage/context-meter.tsx'
import { cacheModeWords } from './cache-words.ts'
import type { InspectionState } from './inspection-store.ts'
import { nextCost } from './next-cost.ts'

interface MeterButtonProps {
  chat: Chat
  state: InspectionState
  onOpen: () => void
}

/** Separates a fact from the one before it. */
const APART = "before:mr-2 before:content-['·']"

/** The context meter of the composer and what the next request costs to send: quiet, and the way to the inspector. */
export function MeterButton({ chat, state: { own }, onOpen }: MeterButtonProps) {
  const prices = useAnswering(chat)?.prices ?? null
  if (own === null) return null
  const { budget } = own.report
  const used = formatTokens(budget.used.total)
  const whole = formatTokens(budget.budget)
  const words = own.fits ? `${used} of ${whole} tokens` : `Too long: ${used} of ${whole} tokens`
  const cost = nextCost(own.report, prices)
  const price = cost === null || cost.usd === 0 ? null : `${formatUsd(cost.usd)} to send`
  const cached = cacheModeWords(own.report, chat.settings.context.cache)
  return (
    <Tooltip text={price === null ? 'Next request' : `Next request: about ${price}`} side="top">
      <button
        type="button"
        data-tour="context"
        onClick={onOpen}
        className="flex h-7 items-center gap-2 rounded px-1.5 text-small text-ink-faint @max-[25rem]:flex-col @max-[25rem]:justify-center @max-[25rem]:gap-0.5 transition-colors duration-150 hover:bg-wash hover:text-ink coarse:h-10"
      >
        <span className="sr-only">
          {`Context: ${words}${price === null ? '' : `, about ${price}`}.${cached === null ? '' : ` Cache mode: ${cached}.`} Open inspector`}
        </span>
        <span aria-hidden="true" className={classNames('figures @min-[25rem]:hidden', !own.fits && 'text-red')}>
          {shareText(budget.used.total, budget.budget)}
        </span>
        <MeterBar budget={budget} className="h-1 w-8" />
        <span aria-hidden="true" className={classNames('figures @max-[25rem]:hidden', !own.fits && 'text-red')}>
          {used} / {whole}
        </span>
        {cost !== null && cost.usd > 0 && (
          <span aria-hidden="true" className={classNames('figures @max-[28rem]:hidden', APART)}>
            {cost.usd < 0.0005 ? '' : '~'}
            {formatUsd(cost.usd)}
          </span>
        )}
        {cached !== null && (
          <span aria-hidden="true" className={classNames('truncate @max-[40rem]:hidden', APART)}>
            {cached}
          </span>
        )}
      </button>
    </Tooltip>
  )
}
