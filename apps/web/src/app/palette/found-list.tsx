import type { ReactNode, RefObject } from 'react'
import { Icon } from '../../ui/graphics/icon.tsx'
import type { Command, CommandGroup } from './command.ts'

interface FoundListProps {
  id: string
  list: RefObject<HTMLDivElement | null>
  groups: readonly CommandGroup[]
  selected: Command | undefined
  onPoint: (command: Command) => void
  onChoose: (command: Command) => void
  /** Below what was found. */
  children: ReactNode
}

/** What was found, in its groups. The field keeps the focus. */
export function FoundList({ id, list, groups, selected, onPoint, onChoose, children }: FoundListProps) {
  const places = new Map(groups.flatMap(({ entries }) => entries).map((command, place) => [command, place]))
  return (
    <div ref={list} className="min-h-0 overflow-y-auto overscroll-contain p-1">
      <div id={`${id}-list`} role="listbox" aria-label="Found">
        {groups.map(({ name, entries }) => (
          // biome-ignore lint/a11y/useSemanticElements: a listbox is grouped by roles, a fieldset is none of its parts
          <div key={name} role="group" aria-label={name} className="pb-1">
            <p aria-hidden="true" className="px-3 pt-2 pb-1 text-small font-medium text-ink-faint">
              {name}
            </p>
            {entries.map(command => (
              <Option
                key={command.key}
                id={`${id}-${places.get(command)}`}
                command={command}
                isSelected={command === selected}
                onPoint={() => onPoint(command)}
                onChoose={() => onChoose(command)}
              />
            ))}
          </div>
        ))}
      </div>
      {children}
    </div>
  )
}

interface OptionProps {
  id: string
  command: Command
  isSelected: boolean
  onPoint: () => void
  onChoose: () => void
}

function Option({ id, command: { icon, label, view, note }, isSelected, onPoint, onChoose }: OptionProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus and handles the keys
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isSelected}
      onPointerMove={event => {
        // A list that moves under a pointer at rest reports moves that nobody made.
        if (event.movementX !== 0 || event.movementY !== 0) onPoint()
      }}
      onClick={onChoose}
      className="flex min-h-9 cursor-pointer scroll-my-8 items-center gap-3 rounded px-3 py-1 aria-selected:bg-wash coarse:min-h-11"
    >
      <span className="text-ink-faint">
        <Icon name={icon} />
      </span>
      {view === undefined ? (
        <bdi className="min-w-0 flex-1 truncate">{label}</bdi>
      ) : (
        <div className="min-w-0 flex-1">{view}</div>
      )}
      {note !== undefined && <bdi className="max-w-2/5 shrink-0 truncate text-small text-ink-faint">{note}</bdi>}
    </div>
  )
}
