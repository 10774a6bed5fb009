import { useEffect, useLayoutEffect, useRef } from 'react'

const CHOSEN = '[aria-selected="true"], [aria-current="page"], [aria-pressed="true"]'

/** For an element with the class `tab-row`: tabs that do not fit beside each other scroll sideways, and the chosen one is in sight. */
export function useTabRow<T extends HTMLElement>(chosen: string | null) {
  const row = useRef<T>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab was chosen
  useLayoutEffect(() => {
    const tab = row.current?.querySelector(CHOSEN)
    if (!row.current || !tab) return
    const [shown, wanted] = [row.current.getBoundingClientRect(), tab.getBoundingClientRect()]
    const [before, behind] = [wanted.left - shown.left, wanted.right - shown.right]
    if (before < 0) row.current.scrollLeft += before - shown.width / 4
    else if (behind > 0) row.current.scrollLeft += behind + shown.width / 4
  }, [chosen])

  // biome-ignore lint/correctness/useExhaustiveDependencies: a page that is drawn again for another tab has another row
  useEffect(() => {
    const shown = row.current
    if (shown === null) return
    const note = () => {
      shown.toggleAttribute('data-more', shown.scrollLeft + shown.clientWidth < shown.scrollWidth - 1)
    }
    const observer = new ResizeObserver(note)
    observer.observe(shown)
    shown.addEventListener('scroll', note, { passive: true })
    return () => {
      observer.disconnect()
      shown.removeEventListener('scroll', note)
    }
  }, [chosen])

  return row
}
