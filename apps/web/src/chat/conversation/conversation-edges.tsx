import type { ChatView } from '@stet/api/client'
import { waitingCalls } from '../../calls/pending-calls.ts'
import type { Above } from '../../state/chat-store.ts'
import { shownDraft } from '../../state/chat-view.ts'
import { classNames } from '../../ui/class-names.ts'
import { Button, IconButton } from '../../ui/controls/button.tsx'
import { shortcuts } from '../../ui/keyboard/shortcuts.ts'

/** Lines go under the header and the composer softly, not cut through the middle. */
export function Fade({ className }: { className: string }) {
  return (
    <div
      aria-hidden="true"
      className={classNames('pointer-events-none absolute inset-x-0 mr-4 h-4 from-paper to-transparent', className)}
    />
  )
}

interface LoadingNoteProps {
  which: 'earlier' | 'later'
  above: Above
  onRetry: () => void
}

export function LoadingNote({ which, above, onRetry }: LoadingNoteProps) {
  return (
    <div
      className={classNames(
        'absolute inset-x-0 flex h-8 items-center justify-center gap-3 text-small text-ink-faint print:static',
        which === 'earlier' ? 'top-1' : 'bottom-1',
      )}
    >
      <span className="hidden print:inline">
        {which === 'earlier' ? 'Earlier' : 'Later'} messages are not loaded, and left out here.
      </span>
      <span className="contents print:hidden">
        {above === 'failed' ? (
          <>
            Could not load {which} messages.
            <Button look="outline" onClick={onRetry}>
              Try again
            </Button>
          </>
        ) : (
          `Loading ${which} messages…`
        )}
      </span>
    </div>
  )
}

interface JumpButtonsProps {
  view: ChatView
  onStart: () => void
  onEnd: () => void
}

/** Shown while the end is out of sight. */
export function JumpButtons({ view, onStart, onEnd }: JumpButtonsProps) {
  return (
    <div className="pointer-events-none absolute inset-x-0 bottom-3 flex justify-center gap-2">
      <IconButton
        look="outline"
        icon="arrow-up"
        label="Jump to start"
        keys={shortcuts.toStart.keys}
        className="pointer-events-auto animate-[appear_160ms_ease-out] shadow-float"
        onClick={onStart}
      />
      <Button
        look="outline"
        icon="arrow-down"
        className="pointer-events-auto animate-[appear_160ms_ease-out] shadow-float"
        onClick={onEnd}
      >
        {belowWords(view)}
      </Button>
    </div>
  )
}

function belowWords(view: ChatView): string {
  if (waitingCalls(view).length > 0) return 'Approval needed'
  return shownDraft(view) === null ? 'Jump to end' : 'New text below'
}
