import { useState } from 'react'
import { useStartTour } from '../state/tour.ts'
import { classNames } from '../ui/class-names.ts'
import { Button } from '../ui/controls/button.tsx'
import { Dialog } from '../ui/overlays/dialog.tsx'
import { fateWords } from './fate-words.ts'
import type { Sign } from './margin.ts'

const SEEN = 'stet.margin-legend'

/** What the line beside a message says, in the order in which one meets them. */
const signs: readonly { readonly sign: Sign; readonly words: string; readonly means: string }[] = [
  { sign: 'solid', words: fateWords({ fate: 'sent' }, 'next'), means: 'with your next message' },
  { sign: 'double', words: fateWords({ fate: 'sent', cached: true }, 'next'), means: 'sent again, at a lower price' },
  { sign: 'dotted', words: fateWords({ fate: 'trimmed' }, 'next'), means: 'the middle or a part is left out' },
  { sign: 'struck', words: fateWords({ fate: 'forgotten' }, 'next'), means: 'no longer sent, because of a setting' },
  { sign: 'crossed', words: fateWords({ fate: 'left-out' }, 'next'), means: 'not sent until you include it again' },
  { sign: 'bracket', words: fateWords({ fate: 'summarised' }, 'next'), means: 'a summary is sent in its place' },
]

/** Explains the lines beside the messages once, and offers the tour. The card of any message and the help explain them again. */
export function MarginLegend() {
  const [isSeen, setSeen] = useState(() => localStorage.getItem(SEEN) !== null)
  const startTour = useStartTour()
  if (isSeen) return null
  function dismiss(): void {
    localStorage.setItem(SEEN, 'seen')
    setSeen(true)
  }
  return (
    <div className="mx-auto w-full max-w-(--column) px-3 pb-2 sm:px-6">
      <section aria-label="What the lines mean" className="@container rounded border border-line bg-desk px-4 py-3">
        <div className="flex items-start gap-3">
          <p className="min-w-0 flex-1 text-pretty text-ink-soft">
            The line beside each message shows what happens to it in the next request. Click a line for the reason and
            for what you can do.
          </p>
          <Button look="outline" onClick={dismiss}>
            Got it
          </Button>
        </div>
        <Signs className="mt-2 grid-cols-2 @md:grid-cols-3" />
        <p className="mt-1 flex flex-wrap items-center gap-x-1 text-small text-ink-soft">
          A tour of two minutes shows the rest.
          <button
            type="button"
            className="h-7 rounded px-1 font-medium text-accent hover:underline coarse:h-10"
            onClick={() => {
              dismiss()
              startTour()
            }}
          >
            Take the tour
          </button>
        </p>
      </section>
    </div>
  )
}

/** The same, asked for. */
export function MarginLegendDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog
      open
      onOpenChange={open => !open && onClose()}
      title="What the lines mean"
      description="The line beside each message shows what happens to it in the next request."
    >
      <Signs className="gap-y-3" isWhole />
    </Dialog>
  )
}

function Signs({ className, isWhole = false }: { className: string; isWhole?: boolean }) {
  return (
    <dl className={classNames('grid gap-x-4 gap-y-1.5 text-small', className)}>
      {signs.map(({ sign, words, means }) => (
        <div key={words} className="relative flex min-h-7 flex-col justify-center pl-7">
          <dt className="font-medium">
            <span aria-hidden="true" className="absolute top-1/2 left-0 h-7 w-4 -translate-y-1/2">
              <span
                style={{ color: 'var(--ink-faint)' }}
                className={classNames(
                  'margin-line left-2',
                  `margin-${sign}`,
                  sign === 'bracket' && 'margin-begins margin-ends',
                )}
              />
            </span>
            {words}
          </dt>
          <dd className={isWhole ? 'text-ink-soft' : 'sr-only'}>{means}</dd>
        </div>
      ))}
    </dl>
  )
}
