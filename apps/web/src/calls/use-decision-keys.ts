import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react'

/** A key pressed for the card before must not decide about this one. */
export const DEAF_MS = 500

interface DecisionKeys {
  readonly a: () => void
  readonly d: () => void
}

/**
 * A approves and D denies, while the card or one of its buttons has the focus, and not as soon as it gets it: the focus goes from a decided
 * card to the next, and a key pressed twice must not decide both.
 */
export function useDecisionKeys(
  card: RefObject<HTMLElement | null>,
  { a, d }: DecisionKeys,
): (event: KeyboardEvent<HTMLElement>) => void {
  const focusedAt = useRef(Number.POSITIVE_INFINITY)

  // From the element itself: the focus arrives while React removes the card before, and React passes on no event of that moment.
  useEffect(() => {
    const shown = card.current
    if (shown === null) return
    const onFocus = ({ relatedTarget }: FocusEvent) => {
      const isFromInside = relatedTarget instanceof Node && shown.contains(relatedTarget)
      if (!isFromInside) focusedAt.current = performance.now()
    }
    shown.addEventListener('focusin', onFocus)
    return () => shown.removeEventListener('focusin', onFocus)
  }, [card])

  return event => {
    const act = actFor(event, performance.now() - focusedAt.current)
    if (act === null) return
    event.preventDefault()
    if (act === 'a') a()
    else d()
  }
}

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'repeat'> & {
  readonly target: EventTarget
}

/** What a key does on a card, given how long the card has had the focus; null for nothing. */
export function actFor(
  { key, ctrlKey, metaKey, altKey, repeat, target }: Pressed,
  focusedForMs: number,
): 'a' | 'd' | null {
  const isTyped = 'tagName' in target && (target.tagName === 'INPUT' || target.tagName === 'TEXTAREA')
  if (!(focusedForMs >= DEAF_MS) || isTyped || ctrlKey || metaKey || altKey || repeat) return null
  const letter = key.toLowerCase()
  return letter === 'a' || letter === 'd' ? letter : null
}
