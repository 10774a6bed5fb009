import { Tooltip as Base } from '@base-ui/react/tooltip'
import { cloneElement, type ReactElement, type ReactNode, useEffect, useState } from 'react'
import { keysText } from '../keyboard/kbd.tsx'

type Side = 'top' | 'bottom' | 'right'

interface TooltipProps {
  text: string
  keys?: string | undefined
  side?: Side
  disabled?: boolean
  children: ReactElement<{ 'data-tip'?: string; 'data-tip-keys'?: string; 'data-tip-side'?: Side }>
}

/**
 * Says what a button does, to those who point at it. Here it only notes the text: `TooltipProvider` shows it. With a popup of its own for
 * each button, they were a tenth of the script time in which a chat is drawn.
 */
export function Tooltip({ text, keys, side = 'bottom', disabled = false, children }: TooltipProps) {
  if (disabled) return children
  return cloneElement(children, {
    'data-tip': text,
    'data-tip-side': side,
    ...(keys !== undefined && { 'data-tip-keys': keys }),
  })
}

const DELAY_MS = 500
/** Who reads one after the other does not wait for each. */
const NEXT_MS = 400
/** On the way from a button to its text, which can be read with the pointer in it. */
const GRACE_MS = 100

export function TooltipProvider({ children }: { children: ReactNode }) {
  const anchor = useTipAnchor()
  // What was last shown, also while it fades away.
  const [last, setLast] = useState<{ readonly anchor: HTMLElement; readonly tip: Tip } | null>(null)
  const [, noteChange] = useState({})
  useEffect(() => {
    if (anchor === null) return
    const observer = new MutationObserver(() => noteChange({}))
    observer.observe(anchor, { attributeFilter: ['data-tip', 'data-tip-keys'] })
    return () => observer.disconnect()
  }, [anchor])
  const tip = anchor === null ? null : tipOf(anchor)
  if (anchor !== null && tip !== null && !(last?.anchor === anchor && isSame(last.tip, tip))) setLast({ anchor, tip })
  return (
    <>
      {children}
      {last !== null && (
        <Base.Root open={tip !== null}>
          <Base.Portal>
            {/* What has one says the same by its own name or description. */}
            <Base.Positioner
              aria-hidden="true"
              data-tip-text=""
              anchor={last.anchor}
              side={last.tip.side}
              sideOffset={6}
              className="z-50"
            >
              <Base.Popup className="max-w-72 rounded bg-ink px-2 py-1 text-small wrap-anywhere text-paper shadow-float transition-opacity duration-150 data-[ending-style]:opacity-0 data-[starting-style]:opacity-0">
                <bdi>{last.tip.text}</bdi>
                {last.tip.keys !== '' && <span className="ml-2 opacity-75">{keysText(last.tip.keys)}</span>}
              </Base.Popup>
            </Base.Positioner>
          </Base.Portal>
        </Base.Root>
      )}
    </>
  )
}

interface Tip {
  readonly text: string
  readonly keys: string
  readonly side: Side
}

function tipOf({ dataset }: HTMLElement): Tip | null {
  const { tip, tipKeys = '', tipSide } = dataset
  if (tip === undefined) return null
  return { text: tip, keys: tipKeys, side: tipSide === 'top' || tipSide === 'right' ? tipSide : 'bottom' }
}

function isSame(one: Tip, other: Tip): boolean {
  return one.text === other.text && one.keys === other.keys && one.side === other.side
}

/** What the pointer rests on or the keyboard has moved to, if it has a text to show; null after it was pressed, left or removed. */
function useTipAnchor(): HTMLElement | null {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)

  useEffect(() => {
    let shown: HTMLElement | null = null
    /** What the pointer is on, whether its text is shown or not. */
    let under: HTMLElement | null = null
    let timer: ReturnType<typeof setTimeout> | undefined
    let closedAt = Number.NEGATIVE_INFINITY
    /** What had the focus when the window lost it. */
    let left: Element | null = null
    // One that is removed or hidden has no place to show a text at.
    const sight = new ResizeObserver(() => {
      if (shown !== null && shown.getClientRects().length === 0) show(null)
    })

    function show(next: HTMLElement | null): void {
      clearTimeout(timer)
      if (next === shown) return
      if (shown !== null) closedAt = performance.now()
      shown = next
      sight.disconnect()
      if (next !== null) sight.observe(next)
      setAnchor(next)
    }

    function onPointerOver({ target, pointerType }: PointerEvent): void {
      if (pointerType === 'touch' || !(target instanceof Element)) return
      const next = target.closest<HTMLElement>('[data-tip]')
      const isOnText = target.closest('[data-tip-text]') !== null
      if (next === under && !isOnText && next !== shown) return
      clearTimeout(timer)
      if (isOnText || next === under) return
      under = next
      if (next === null) {
        timer = setTimeout(show, GRACE_MS, null)
        return
      }
      const follows = shown !== null || performance.now() - closedAt < NEXT_MS
      timer = setTimeout(() => show(next.isConnected ? next : null), follows ? 0 : DELAY_MS)
    }
    function onLeave(): void {
      under = null
      show(null)
    }
    function onPress(): void {
      show(null)
    }
    function onKeyDown({ key }: KeyboardEvent): void {
      if (key === 'Escape') show(null)
    }
    function onFocusIn({ target }: FocusEvent): void {
      // Who returns to the window has not moved to anything.
      const isBack = target === left
      left = null
      if (isBack || !(target instanceof Element && target.matches(':focus-visible'))) return
      show(target.closest<HTMLElement>('[data-tip]'))
    }
    function onFocusOut({ target }: FocusEvent): void {
      if (shown !== null && shown === target) show(null)
    }
    function onBlur({ target }: FocusEvent): void {
      if (target === window) left = document.activeElement
    }

    const { documentElement } = document
    documentElement.addEventListener('pointerleave', onLeave)
    addEventListener('pointerover', onPointerOver)
    addEventListener('pointerdown', onPress, { capture: true })
    addEventListener('click', onPress, { capture: true })
    addEventListener('keydown', onKeyDown, { capture: true })
    addEventListener('focusin', onFocusIn)
    addEventListener('focusout', onFocusOut)
    addEventListener('blur', onBlur)
    return () => {
      clearTimeout(timer)
      sight.disconnect()
      documentElement.removeEventListener('pointerleave', onLeave)
      removeEventListener('pointerover', onPointerOver)
      removeEventListener('pointerdown', onPress, { capture: true })
      removeEventListener('click', onPress, { capture: true })
      removeEventListener('keydown', onKeyDown, { capture: true })
      removeEventListener('focusin', onFocusIn)
      removeEventListener('focusout', onFocusOut)
      removeEventListener('blur', onBlur)
    }
  }, [])

  return anchor
}
