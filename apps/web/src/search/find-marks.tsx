import type { FoundInChat } from '@stet/api/client'
import type { MouseEvent } from 'react'
import { classNames } from '../ui/class-names.ts'

/** What find in chat found on the shown branch, and which of it is looked at. */
export interface MarkedHits {
  readonly marks: FoundInChat['marks']
  /** How far down the branch the current one is; null when it is on another. */
  readonly place: number | null
  readonly onGo: (index: number) => void
}

/**
 * Marks beside the scrollbar, at the share of the whole branch and not of what is loaded. The current one is longer and has a point, so that
 * colour is not its only sign. The keyboard has Enter and Shift+Enter for the same.
 */
export function FindMarks({ marks, place, onGo }: MarkedHits) {
  function onClick(event: MouseEvent<HTMLButtonElement>): void {
    const { top, height } = event.currentTarget.getBoundingClientRect()
    const at = (event.clientY - top) / height
    const [nearest] = marks.toSorted((one, other) => Math.abs(one.place - at) - Math.abs(other.place - at))
    if (nearest !== undefined) onGo(nearest.index)
  }

  if (marks.length === 0) return null
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-label="Go to what was found at this height"
      onClick={onClick}
      className="absolute top-1 right-4 bottom-1 w-4 cursor-pointer rounded hover:bg-wash coarse:right-1 coarse:w-6"
    >
      <span aria-hidden="true" data-find-marks={marks.length} className="absolute inset-y-1 inset-x-0">
        {marks.map(mark => (
          <span
            key={mark.place}
            className="absolute right-0 h-0.5 w-2.5 -translate-y-1/2 bg-accent"
            style={{ top: `${mark.place * 100}%` }}
          />
        ))}
        {place !== null && (
          <span
            data-find-place=""
            className={classNames('absolute right-0 flex h-1 w-4 -translate-y-1/2 items-center bg-ink')}
            style={{ top: `${place * 100}%` }}
          >
            <span className="-ml-1 size-2 rounded-full bg-ink" />
          </span>
        )}
      </span>
    </button>
  )
}
