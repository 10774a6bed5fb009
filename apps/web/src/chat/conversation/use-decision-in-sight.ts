import { type RefObject, useEffect, useState } from 'react'

/** Whether a button that decides about a waiting call is in sight. Nothing may float over it then. */
export function useDecisionInSight(scroller: RefObject<HTMLElement | null>, isWanted: boolean): boolean {
  const [isInSight, setInSight] = useState(false)

  useEffect(() => {
    const list = scroller.current
    if (!isWanted || list === null) return setInSight(false)
    const seen = new Set<Element>()
    const sight = new IntersectionObserver(
      entries => {
        for (const { target, isIntersecting } of entries) {
          if (isIntersecting) seen.add(target)
          else seen.delete(target)
        }
        setInSight(seen.size > 0)
      },
      { root: list },
    )
    // Rows come and go while the user scrolls.
    const watch = () => {
      sight.disconnect()
      seen.clear()
      const buttons = list.querySelectorAll('[data-call-waits] button')
      for (const button of buttons) sight.observe(button)
      if (buttons.length === 0) setInSight(false)
    }
    const rows = new MutationObserver(watch)
    rows.observe(list, { childList: true, subtree: true })
    watch()
    return () => {
      rows.disconnect()
      sight.disconnect()
    }
  }, [scroller, isWanted])

  return isInSight
}
