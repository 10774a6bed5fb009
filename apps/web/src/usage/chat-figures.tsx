import { Popover } from '@base-ui/react/popover'
import type { Cost } from '@stet/api/client'
import { useState } from 'react'
import { formatCost, formatUsd, isFree } from '../formats/format-cost.ts'
import { classNames } from '../ui/class-names.ts'
import { Button } from '../ui/controls/button.tsx'
import { useCloseWithBack } from '../ui/hooks/open-overlays.ts'
import { shareText } from './context-meter.tsx'
import { type ContextFigure, contextMeaning, contextWords, windowMeaning } from './context-words.ts'
import { SpendingSection } from './spending-section.tsx'
import type { KnownUsage } from './use-chat-usage.ts'

interface ChatFiguresProps {
  context: ContextFigure
  known: KnownUsage
}

/**
 * What a chat has cost, below its title, and behind that its context (C16, V4). The composer's meter is the one context figure in sight:
 * the size of the last request beside it, a little less, would look like a second opinion.
 */
export function ChatFigures({ context, known }: ChatFiguresProps) {
  const { usage, trouble, retry } = known
  const [open, setOpen] = useState(false)
  useCloseWithBack(open, () => setOpen(false))
  const words = contextWords(context)
  const cost = usage?.chat.cost ?? null
  const shown = costShown(cost)
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger className="group relative -left-1 flex max-w-full rounded text-small text-ink-faint hover:text-ink coarse:-mt-4 coarse:min-h-10 coarse:min-w-10 coarse:items-end">
        <span className="sr-only">
          {`This chat: context ${words}${cost === null ? '' : `, cost ${formatCost(cost)}`}. Usage details`}
        </span>
        <span
          aria-hidden="true"
          className="flex h-5 min-w-0 items-center rounded px-1 transition-colors duration-150 group-hover:bg-wash group-aria-expanded:bg-wash"
        >
          {shown === null ? (
            'Usage'
          ) : (
            <span className="whitespace-nowrap">
              <span className="figures">{formatUsd(shown.usd)}</span>
              {!shown.reliable && ' (unreliable)'}
            </span>
          )}
        </span>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner side="bottom" align="start" sideOffset={6} collisionPadding={12} className="z-30">
          <Popover.Popup className="w-80 max-w-[calc(100vw-1.5rem)] rounded border border-line bg-raised p-4 shadow-float outline-none transition-opacity duration-150 data-[ending-style]:opacity-0 data-[starting-style]:opacity-0">
            <Context context={context} />
            {usage && <SpendingSection usage={usage} />}
            {trouble !== null && (
              <div role="alert" className="mt-3 border-t border-line pt-3">
                <p className="text-small text-red">
                  Could not load the cost. {trouble}
                  {usage && ' The figures above may be out of date.'}
                </p>
                <Button look="outline" icon="retry" className="mt-2" onClick={retry}>
                  Try again
                </Button>
              </div>
            )}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}

/** A chat that cost nothing, or is not known to have cost anything, shows no figure. */
function costShown(cost: Cost | null): Cost | null {
  return cost === null || isFree(cost) ? null : cost
}

function Context({ context }: { context: ContextFigure }) {
  const { size, window } = context
  return (
    <section>
      <div className="flex items-baseline gap-2">
        <Popover.Title className="font-medium">Context</Popover.Title>
        <span className="flex-1" />
        {size !== null && <span className="figures">{size.toLocaleString('en')}</span>}{' '}
        <span className="text-ink-faint">{size === null ? 'not known yet' : 'tokens'}</span>
      </div>
      {size !== null && window !== null && (
        <>
          <div aria-hidden="true" className="mt-2 h-1.5 overflow-hidden rounded-full bg-wash forced-color-adjust-none">
            <div
              className={classNames('h-full rounded-full', size > window.maximum ? 'bg-red' : 'bg-accent')}
              style={{ width: `${Math.min(100, (size / Math.max(1, window.maximum)) * 100)}%` }}
            />
          </div>
          <p className="mt-1.5 text-small text-ink-soft">
            <span className="figures">{shareText(size, window.maximum)}</span> of{' '}
            <span className="figures">{window.maximum.toLocaleString('en')}</span>, {windowMeaning(window.maximumFrom)}
          </p>
        </>
      )}
      <Popover.Description className="mt-1 text-small text-ink-faint">{contextMeaning(context)}</Popover.Description>
    </section>
  )
}
