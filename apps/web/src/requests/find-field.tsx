import type { KeyboardEvent, RefObject } from 'react'
import { IconButton } from '../ui/controls/button.tsx'
import { Icon } from '../ui/graphics/icon.tsx'
import type { Found } from './body-text.ts'

interface FindFieldProps {
  field: RefObject<HTMLInputElement | null>
  value: string
  found: Found
  /** Which of the matches is shown. */
  current: number
  onChange: (value: string) => void
  onGo: (match: number) => void
}

/** Looks for something in a text; Enter goes to the next place, Shift+Enter to the one before. */
export function FindField({ field, value, found, current, onChange, onGo }: FindFieldProps) {
  const count = found.places.length

  function go(step: 1 | -1): void {
    if (count > 0) onGo((current + step + count) % count)
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Enter') {
      event.preventDefault()
      go(event.shiftKey ? -1 : 1)
    }
    if (event.key === 'Escape' && value !== '') {
      event.preventDefault()
      event.stopPropagation()
      onChange('')
    }
  }

  return (
    <div className="flex min-w-0 flex-1 items-center">
      <div className="relative min-w-0 flex-1">
        <span className="pointer-events-none absolute inset-y-0 left-2 flex items-center text-ink-faint">
          <Icon name="search" size={14} />
        </span>
        <input
          ref={field}
          type="text"
          aria-label="Find in body"
          placeholder="Find"
          autoComplete="off"
          spellCheck={false}
          value={value}
          onChange={event => onChange(event.target.value)}
          onKeyDown={onKeyDown}
          className="h-8 w-full rounded border border-line bg-raised pr-2 pl-7 placeholder:text-ink-faint coarse:h-10 coarse:text-read"
        />
      </div>
      {value !== '' && (
        <>
          <span role="status" className="figures shrink-0 px-2 text-small text-ink-faint">
            {countWords(found, current)}
          </span>
          <IconButton label="Previous match" icon="arrow-up" disabled={count === 0} onClick={() => go(-1)} />
          <IconButton label="Next match" icon="arrow-down" disabled={count === 0} onClick={() => go(1)} />
        </>
      )}
    </div>
  )
}

function countWords({ places, more }: Found, current: number): string {
  if (places.length === 0) return 'none'
  return `${current + 1}/${places.length}${more ? '+' : ''}`
}
