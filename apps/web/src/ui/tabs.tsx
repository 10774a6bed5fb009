import { type KeyboardEvent, useRef } from 'react'
import { classNames } from './class-names.ts'

interface TabsProps<T extends string> {
  /** What the ids of the tabs and of their panel begin with. */
  id: string
  label: string
  tabs: readonly { readonly tab: T; readonly label: string }[]
  tab: T
  onTab: (tab: T) => void
}

export function Tabs<T extends string>({ id, label, tabs, tab, onTab }: TabsProps<T>) {
  const list = useRef<HTMLDivElement>(null)

  function onKeyDown(event: KeyboardEvent): void {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    const place = tabs.findIndex(each => each.tab === tab)
    const next = tabs.at((place + step) % tabs.length)?.tab
    if (step === 0 || next === undefined) return
    event.preventDefault()
    onTab(next)
    list.current?.querySelector<HTMLElement>(`[data-tab="${next}"]`)?.focus()
  }

  return (
    <div
      ref={list}
      role="tablist"
      aria-label={label}
      className="flex shrink-0 gap-4 border-b border-line px-4"
      onKeyDown={onKeyDown}
    >
      {tabs.map(each => (
        <button
          key={each.tab}
          type="button"
          role="tab"
          id={`${id}-${each.tab}`}
          data-tab={each.tab}
          aria-selected={tab === each.tab}
          aria-controls={`${id}-panel`}
          tabIndex={tab === each.tab ? 0 : -1}
          onClick={() => onTab(each.tab)}
          className={classNames(
            '-mb-px h-9 border-b-2 font-medium transition-colors duration-150 coarse:h-11',
            tab === each.tab ? 'border-accent text-ink' : 'border-transparent text-ink-faint hover:text-ink',
          )}
        >
          {each.label}
        </button>
      ))}
    </div>
  )
}
