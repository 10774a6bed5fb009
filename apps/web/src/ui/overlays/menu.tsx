import { Menu as Base } from '@base-ui/react/menu'
import { type ReactNode, type RefObject, useState } from 'react'
import { classNames } from '../class-names.ts'
import { IconButton } from '../controls/button.tsx'
import { Icon, type IconName } from '../graphics/icon.tsx'
import { useCloseWithBack } from '../hooks/open-overlays.ts'

interface MenuProps {
  label: string
  icon?: IconName
  className?: string
  /** Its button, for what gives the focus back to it. */
  opener?: RefObject<HTMLButtonElement | null>
  children: ReactNode
}

/** A list of things to do that opens below a button. */
export function Menu({ label, icon = 'more', className, opener, children }: MenuProps) {
  const [open, setOpen] = useState(false)
  useCloseWithBack(open, () => setOpen(false))
  return (
    <Base.Root open={open} onOpenChange={setOpen}>
      <Base.Trigger ref={opener} render={<IconButton label={label} icon={icon} className={className} />} />
      <Base.Portal>
        <Base.Positioner
          // Outside of the page's landmarks, it is one of its own.
          role="region"
          aria-label={label}
          side="bottom"
          align="start"
          sideOffset={4}
          collisionPadding={12}
          className="z-30"
        >
          <Base.Popup className="max-h-(--available-height) min-w-56 max-w-[calc(100vw-1.5rem)] raised-scroll rounded border border-line p-1 shadow-float outline-none transition-opacity duration-150 data-[ending-style]:opacity-0 data-[starting-style]:opacity-0">
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

/** Keeps apart what is done with different things. */
export function MenuRule() {
  return <Base.Separator className="mx-1 my-1 h-px bg-line" />
}

interface MenuItemProps {
  icon: IconName
  danger?: boolean
  disabled?: boolean
  onClick: () => void
  children: ReactNode
}

export function MenuItem({ icon, danger = false, disabled = false, onClick, children }: MenuItemProps) {
  return (
    <Base.Item
      disabled={disabled}
      onClick={onClick}
      className={classNames(
        'flex min-h-8 cursor-pointer items-center gap-2 rounded px-3 outline-none select-none data-[disabled]:cursor-default data-[disabled]:opacity-45 data-[highlighted]:bg-wash coarse:min-h-11',
        danger ? 'text-red' : 'text-ink-soft data-[highlighted]:text-ink',
      )}
    >
      <Icon name={icon} />
      {children}
    </Base.Item>
  )
}
