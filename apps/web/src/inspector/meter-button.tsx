import { formatTokens } from '../chat/format-tokens.ts'
import { Tooltip } from '../ui/tooltip.tsx'
import { MeterBar } from './context-meter.tsx'
import type { InspectionState } from './inspection-store.ts'

/** The context meter of the composer: quiet, and the way to the inspector. */
export function MeterButton({ state: { own }, onOpen }: { state: InspectionState; onOpen: () => void }) {
  if (own === null) return null
  const { budget } = own.report
  const used = formatTokens(budget.used.total)
  const whole = formatTokens(budget.budget)
  const words = own.fits ? `${used} of ${whole} tokens` : `Does not fit: ${used} of ${whole} tokens`
  return (
    <Tooltip text="What the next request sends" side="top">
      <button
        type="button"
        aria-label={`Context: ${words}. Open the inspector`}
        onClick={onOpen}
        className="flex h-7 items-center gap-2 rounded px-1.5 text-small text-ink-faint transition-colors duration-150 hover:bg-wash hover:text-ink coarse:h-10"
      >
        <MeterBar budget={budget} className="h-1 w-8" />
        <span className={own.fits ? 'figures' : 'figures text-red'}>
          {used} / {whole}
        </span>
      </button>
    </Tooltip>
  )
}
