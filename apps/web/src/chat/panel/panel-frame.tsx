import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { Sheet } from '../../ui/overlays/dialog.tsx'
import { clampWidth, keepWidth, PANEL_WIDTH, readWidth } from './panel-width.ts'

interface PanelFrameProps {
  id: string
  isDesk: boolean
  open: boolean
  onClose: () => void
  children: ReactNode
}

/** Beside the conversation on a desk, over it on a tablet, from below on a phone. */
export function PanelFrame({ id, isDesk, open, onClose, children }: PanelFrameProps) {
  if (!isDesk) {
    return (
      <Sheet open={open} onOpenChange={next => !next && onClose()} title="Inspector">
        {children}
      </Sheet>
    )
  }
  return (
    open && (
      <DeskPanel id={id} onClose={onClose}>
        {children}
      </DeskPanel>
    )
  )
}

const STEP = 16

function DeskPanel({ id, onClose, children }: Omit<PanelFrameProps, 'isDesk' | 'open'>) {
  const panel = useRef<HTMLElement>(null)
  const [chosen, setChosen] = useState(() => readWidth(localStorage))
  const screen = useSyncExternalStore(onResize, () => innerWidth)
  const width = clampWidth(chosen, screen)

  useEffect(() => {
    const before = document.activeElement
    // Text that is being typed when it opens must not be lost.
    if (!isBeingTyped(before)) panel.current?.focus({ preventScroll: true })
    return () => {
      // Only what took the focus gives it back.
      const focused = document.activeElement
      if (before instanceof HTMLElement && (focused === document.body || focused === null)) before.focus()
    }
  }, [])

  function resize(next: number): void {
    const clamped = clampWidth(next, screen)
    setChosen(clamped)
    keepWidth(localStorage, clamped)
  }

  function onKeyDown(event: KeyboardEvent): void {
    const next = widthAfter(event.key, width)
    if (next === null) return
    event.preventDefault()
    resize(next)
  }

  return (
    <aside
      ref={panel}
      id={id}
      aria-label="Inspector"
      tabIndex={-1}
      style={{ width }}
      onKeyDown={event => {
        if (event.key !== 'Escape' || event.defaultPrevented) return
        event.preventDefault()
        onClose()
      }}
      className="relative shrink-0 border-l border-line bg-desk outline-none"
    >
      {/* biome-ignore lint/a11y/useSemanticElements: a rule cannot be moved, and this can */}
      <div
        role="separator"
        aria-label="Inspector width"
        aria-orientation="vertical"
        aria-valuenow={width}
        aria-valuemin={PANEL_WIDTH.least}
        aria-valuemax={PANEL_WIDTH.most}
        tabIndex={0}
        onKeyDown={onKeyDown}
        onPointerDown={event => {
          event.preventDefault()
          event.currentTarget.setPointerCapture(event.pointerId)
        }}
        onPointerMove={event => {
          if (event.currentTarget.hasPointerCapture(event.pointerId)) resize(screen - event.clientX)
        }}
        onDoubleClick={() => resize(PANEL_WIDTH.usual)}
        className="absolute inset-y-0 -left-1 z-10 w-2 cursor-col-resize touch-none outline-offset-0 transition-colors duration-150 hover:bg-accent/20 active:bg-accent/30"
      />
      {children}
    </aside>
  )
}

function isBeingTyped(field: Element | null): boolean {
  return (field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement) && field.value !== ''
}

function widthAfter(key: string, width: number): number | null {
  switch (key) {
    case 'ArrowLeft':
      return width + STEP
    case 'ArrowRight':
      return width - STEP
    case 'Home':
      return PANEL_WIDTH.least
    case 'End':
      return PANEL_WIDTH.most
    default:
      return null
  }
}

function onResize(listener: () => void): () => void {
  addEventListener('resize', listener)
  return () => removeEventListener('resize', listener)
}
