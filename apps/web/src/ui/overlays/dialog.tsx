import { Dialog as Base } from '@base-ui/react/dialog'
import { type ReactNode, type RefObject, useRef } from 'react'
import { classNames } from '../class-names.ts'
import { IconButton } from '../controls/button.tsx'
import { useCloseWithBack } from '../hooks/open-overlays.ts'

interface OverlayProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  children: ReactNode
}

interface DialogProps extends OverlayProps {
  description?: string
  /** Nothing in it takes the focus, so that it does itself: what scrolls can be scrolled with the keyboard. */
  isText?: boolean
  /** As wide and high as the screen allows, for what is compared. */
  wide?: boolean
}

export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  isText = false,
  wide = false,
  children,
}: DialogProps) {
  const popup = useRef<HTMLDivElement>(null)
  return (
    <Overlay open={open} onOpenChange={onOpenChange}>
      <Base.Popup
        ref={popup}
        initialFocus={popup}
        className={classNames(
          'fixed inset-0 z-40 m-auto flex flex-col outline-none rounded border border-line bg-raised shadow-float [--surface:var(--raised)] transition-opacity duration-150 data-[ending-style]:opacity-0 data-[starting-style]:opacity-0',
          wide
            ? 'h-[min(60rem,calc(100dvh-2rem))] w-[min(76rem,calc(100vw-2rem))] max-sm:h-dvh max-sm:w-screen max-sm:rounded-none max-sm:border-0'
            : 'h-fit max-h-[85dvh] w-[min(34rem,calc(100vw-2rem))]',
        )}
      >
        <header className="flex items-start gap-4 px-6 pt-5 pb-3">
          <div className="min-w-0 flex-1">
            <Base.Title className="text-read font-semibold">{title}</Base.Title>
            {description && <Base.Description className="mt-1 text-ink-soft">{description}</Base.Description>}
          </div>
          <Base.Close render={<IconButton label="Close" icon="close" className="-mt-1 -mr-2" />} />
        </header>
        <div
          tabIndex={isText ? 0 : undefined}
          className={wide ? 'flex min-h-0 flex-1 flex-col' : 'min-h-0 overflow-y-auto px-6 pb-6 -outline-offset-2'}
        >
          {children}
        </div>
      </Base.Popup>
    </Overlay>
  )
}

interface SheetProps extends OverlayProps {
  /** What has the focus when it is closed, where that is not what had it before. */
  finalFocus?: RefObject<HTMLElement | null>
  /** What has the focus when it opens, where that is not the panel itself. */
  initialFocus?: RefObject<HTMLElement | null>
}

/** A panel that floats over the page and holds the focus: from the right on a tablet, from below on a phone. */
export function Sheet({ open, onOpenChange, title, finalFocus, initialFocus, children }: SheetProps) {
  const popup = useRef<HTMLDivElement>(null)
  return (
    <Overlay open={open} onOpenChange={onOpenChange}>
      <Base.Popup
        ref={popup}
        initialFocus={initialFocus ?? popup}
        {...(finalFocus && { finalFocus })}
        className="fixed inset-x-0 bottom-0 z-40 h-[85dvh] rounded-t border-t border-line bg-desk [--surface:var(--desk)] pb-[env(safe-area-inset-bottom)] shadow-float outline-none transition-transform duration-180 ease-quiet data-[ending-style]:translate-y-full data-[starting-style]:translate-y-full sm:inset-y-0 sm:right-0 sm:left-auto sm:h-auto sm:w-95 sm:rounded-none sm:border-t-0 sm:border-l sm:data-[ending-style]:translate-x-full sm:data-[ending-style]:translate-y-0 sm:data-[starting-style]:translate-x-full sm:data-[starting-style]:translate-y-0"
      >
        <Base.Title className="sr-only">{title}</Base.Title>
        {children}
      </Base.Popup>
    </Overlay>
  )
}

/** A panel from the left that holds the focus while it is open: the sidebar on a phone. */
export function Drawer({ open, onOpenChange, title, children }: OverlayProps) {
  return (
    <Overlay open={open} onOpenChange={onOpenChange}>
      <Base.Popup className="fixed inset-y-0 left-0 z-40 w-[min(20rem,calc(100vw-3.5rem))] bg-desk pb-[env(safe-area-inset-bottom)] shadow-float transition-transform duration-180 ease-quiet data-[ending-style]:-translate-x-full data-[starting-style]:-translate-x-full">
        <Base.Title className="sr-only">{title}</Base.Title>
        {children}
      </Base.Popup>
    </Overlay>
  )
}

/** What all of them share: a portal, and a backdrop that dims the page. */
function Overlay({ open, onOpenChange, children }: Omit<OverlayProps, 'title'>) {
  useCloseWithBack(open, () => onOpenChange(false))
  return (
    <Base.Root open={open} onOpenChange={onOpenChange}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-30 bg-scrim transition-opacity duration-150 data-[ending-style]:opacity-0 data-[starting-style]:opacity-0" />
        {children}
      </Base.Portal>
    </Base.Root>
  )
}
