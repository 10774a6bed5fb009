import { classNames } from '../../ui/class-names.ts'
import type { SlashMenuState } from './use-slash-menu.ts'

/** The commands that can follow, above the composer. The field keeps the focus. */
export function SlashMenu({ id, offered, active, complete }: SlashMenuState) {
  if (offered.length === 0) return null
  return (
    <div
      id={id}
      role="listbox"
      aria-label="Commands"
      tabIndex={-1}
      className="mb-2 grid max-h-[min(21rem,45dvh)] coarse:max-h-[52dvh] grid-cols-[auto_1fr] raised-scroll rounded border border-line p-1 shadow-float"
    >
      {offered.map(({ name, argument, help }) => (
        <div
          key={name}
          id={`${id}-${name}`}
          role="option"
          tabIndex={-1}
          aria-selected={name === active?.name}
          // A click would take the focus from the field before it counts.
          onPointerDown={event => event.preventDefault()}
          onClick={() => complete(name)}
          onKeyDown={event => event.key === 'Enter' && complete(name)}
          className={classNames(
            'col-span-full grid min-h-9 cursor-pointer grid-cols-subgrid items-baseline gap-3 rounded px-3 py-1.5 coarse:min-h-11',
            name === active?.name && 'bg-wash',
          )}
        >
          <span className="shrink-0 font-mono text-[0.8125rem]">
            /{name}
            {argument !== null && <span className="text-ink-faint"> {argument}</span>}
          </span>
          <span className="min-w-0 flex-1 text-small text-ink-soft">{help}</span>
        </div>
      ))}
    </div>
  )
}
