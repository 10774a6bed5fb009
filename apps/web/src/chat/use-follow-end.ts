import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'

/** How near the end counts as being there. */
const AT_END = 32

/**
 * Keeps the end of a scrolled part in sight while the reader is there. Only the reader ends that, by scrolling up or by opening
 * something: content that grows by any amount at once, as an error or a folded thought does, must not be taken for it.
 */
export function useFollowEnd(scroller: RefObject<HTMLElement | null>) {
  const following = useRef(true)
  const last = useRef({ top: 0, height: 0 })
  const [away, setAway] = useState(false)

  useEffect(() => {
    const part = scroller.current
    if (part === null) return
    const noteScroll = () => {
      const { scrollTop: top, scrollHeight: height } = part
      // What shrinks takes the place along with it: that is no reader who moves.
      const movedUp = top < last.current.top && height >= last.current.height
      const near = distanceFromEnd(part) <= AT_END
      last.current = { top, height }
      if (movedUp) following.current = false
      else if (near) following.current = true
      setAway(!near)
    }
    // Before the virtual list hears of it: that draws at once, and drawn while still following would take the reader back.
    const first = { passive: true, capture: true }
    part.addEventListener('scroll', noteScroll, first)
    return () => part.removeEventListener('scroll', noteScroll, first)
  }, [scroller])

  // After every render: rows are measured by it, and each measure moves the end.
  useLayoutEffect(() => {
    const part = scroller.current
    if (part === null) return
    if (following.current && distanceFromEnd(part) > 0) part.scrollTop = part.scrollHeight
    setAway(distanceFromEnd(part) > AT_END)
  })

  const follow = useCallback(() => {
    following.current = true
    scroller.current?.scrollTo({ top: scroller.current.scrollHeight })
  }, [scroller])
  const hold = useCallback(() => {
    following.current = false
  }, [])
  return { away, follow, hold }
}

function distanceFromEnd(part: HTMLElement): number {
  return part.scrollHeight - part.clientHeight - part.scrollTop
}
