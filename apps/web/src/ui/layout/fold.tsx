import { type ReactNode, useContext, useId } from 'react'
import { classNames } from '../class-names.ts'
import { Icon, type IconName } from '../graphics/icon.tsx'
import { useKept } from '../hooks/kept-state.tsx'
import { HoldPosition } from '../hooks/scroll-context.ts'

interface FoldProps {
  icon?: IconName
  title: ReactNode
  /** The current activity, after the title. */
  status?: ReactNode
  /** Whether it is open until the user decides. It may change: a call fails after it was first drawn. */
  openAtFirst?: boolean
  children: ReactNode
}

/** Backstage work on one line; what it holds is drawn only once it is opened. */
export function Fold({ icon, title, status, openAtFirst = false, children }: FoldProps) {
  const [chosen, choose] = useKept<boolean | null>('open', null)
  const open = chosen ?? openAtFirst
  const id = useId()
  const hold = useContext(HoldPosition)
  return (
    <div className="my-2 first:mt-0">
      <h3>
        <button
          type="button"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => {
            hold()
            choose(!open)
          }}
          className="-ml-2 flex min-h-8 max-w-full items-center gap-2 rounded px-2 py-1 text-left text-ink-soft transition-colors duration-150 hover:bg-wash hover:text-ink max-sm:min-h-10 coarse:min-h-10"
        >
          <span className={classNames('transition-transform duration-150', open && 'rotate-90')}>
            <Icon name="chevron-right" size={12} />
          </span>
          {icon && <Icon name={icon} />}
          {/* A long title would leave a phone's status no room: it takes half of the line, on two lines as the status does. */}
          <span
            className={classNames('shrink-0 max-sm:line-clamp-2 max-sm:leading-4', status ? 'max-sm:max-w-1/2' : null)}
          >
            {title}
          </span>
          {status && (
            // On a phone it has two lines, which the height has place for: nothing moves when a longer status follows a short one.
            <span className="min-w-0 truncate text-ink-faint max-sm:line-clamp-2 max-sm:leading-4 max-sm:whitespace-normal">
              {status}
            </span>
          )}
        </button>
      </h3>
      <div id={id} hidden={!open} className="mt-1 mb-4 ml-1 border-l border-line pl-4">
        {open && children}
      </div>
    </div>
  )
}
