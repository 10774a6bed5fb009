import { type KeyboardEvent, useEffect, useRef } from 'react'

/** A key that was meant for what was there before must not decide anything. */
export const DEAF_MS = 500

interface DecisionKeys {
  readonly a: () => void
  readonly d: () => void
}

/** A approves and D denies, while the card or one of its buttons has the focus, and not as soon as it appears. */
export function useDecisionKeys({ a, d }: DecisionKeys): (event: KeyboardEvent<HTMLElement>) => void {
  const shownAt = useRef(Number.POSITIVE_INFINITY)
  useEffect(() => {
    shownAt.current = performance.now()
  }, [])
  return event => {
    const act = actFor(event, performance.now() - shownAt.current)
    if (act === null) return
    event.preventDefault()
    if (act === 'a') a()
    else d()
  }
}

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'repeat'> & {
  readonly target: EventTarget
}

/** What a key does on a card that has been shown for so long; null for nothing. */
export function actFor(
  { key, ctrlKey, metaKey, altKey, repeat, target }: Pressed,
  shownForMs: number,
): 'a' | 'd' | null {
  const isTyped = 'tagName' in target && (target.tagName === 'INPUT' || target.tagName === 'TEXTAREA')
  if (!(shownForMs >= DEAF_MS) || isTyped || ctrlKey || metaKey || altKey || repeat) return null
  const letter = key.toLowerCase()
  return letter === 'a' || letter === 'd' ? letter : null
}
