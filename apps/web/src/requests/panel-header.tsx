import { type ReactNode, useEffect, useRef } from 'react'
import { IconButton } from '../ui/controls/button.tsx'
import { shortcuts } from '../ui/keyboard/shortcuts.ts'

interface PanelHeaderProps {
  title: string
  /** What is shown: the focus comes here for each. */
  place: string
  back: { readonly label: string; readonly go: () => void }
  actions?: ReactNode
  onClose: () => void
}

/** The head of what the panel shows in place of the next request. */
export function PanelHeader({ title, place, back, actions, onClose }: PanelHeaderProps) {
  const heading = useRef<HTMLHeadingElement>(null)

  // Who came by a menu is brought here, after the menu has given the focus back.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another request is another place to come to
  useEffect(() => {
    const frame = requestAnimationFrame(() => heading.current?.focus({ preventScroll: true }))
    return () => cancelAnimationFrame(frame)
  }, [place])

  return (
    <header className="flex min-h-14 shrink-0 items-center gap-1 px-2">
      <IconButton label={back.label} icon="chevron-left" onClick={back.go} />
      <h2 ref={heading} tabIndex={-1} className="font-medium outline-none">
        {title}
      </h2>
      <span className="flex-1" />
      {actions}
      <IconButton label="Close inspector" icon="close" keys={shortcuts.inspector.keys} onClick={onClose} />
    </header>
  )
}
