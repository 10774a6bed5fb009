import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'

/** How near the end counts as being there. */
const AT_END = 32

/**
 * Keeps the end of a scrolled part in sight while the reader is there. Only the reader ends that, by scrolling up or by opening
 * something: content that grows by any amount at once, as an error or a folded thought does, must not be taken for it.
 */
export function useFollowEnd(scroller: RefObject<HTMLElement | null>, content: RefObject<HTMLElement | null>) {
  const following = useRef(true)
  const last = useRef({ top: 0, height: 0 })
  const [away, setAway] = useState(false)

  const notePlace = useCallback((part: HTMLElement) => {
    const { scrollTop: top, scrollHeight: height } = part
    // What shrinks takes the place along with it: that is no reader who moves.
    if (top < last.current.top && height >= last.current.height) following.current = false
    // Being there is not enough: what was just opened has not grown yet.
    else if (top > last.current.top && distanceFromEnd(part) <= AT_END) following.current = true
    last.current = { top, height }
  }, [])

  useEffect(() => {
    const part = scroller.current
    if (part === null) return
    const noteScroll = () => {
      notePlace(part)
      setAway(distanceFromEnd(part) > AT_END)
    }
    part.addEventListener('scroll', noteScroll, { passive: true })
    return () => part.removeEventListener('scroll', noteScroll)
  }, [scroller, notePlace])

  // Whenever what is scrolled or its frame changes height. The observer is called after layout and before paint: asking in every
  // render instead made the browser lay out once more for each piece of text.
  useLayoutEffect(() => {
    const part = scroller.current
    if (part === null) return
    const keepAtEnd = () => {
      // A change may come between the reader's move and its event, and would take them back.
      notePlace(part)
      if (following.current && distanceFromEnd(part) > 0) {
        part.scrollTop = part.scrollHeight
        last.current = { top: part.scrollTop, height: part.scrollHeight }
      }
      setAway(distanceFromEnd(part) > AT_END)
    }
    keepAtEnd()
    const observer = new ResizeObserver(keepAtEnd)
    observer.observe(part)
    if (content.current) observer.observe(content.current)
    return () => observer.disconnect()
  }, [scroller, content, notePlace])

  const follow = useCallback(() => {
    following.current = true
    scroller.current?.scrollTo({ top: scroller.current.scrollHeight })
  }, [scroller])
  const hold = useCallback(() => {
    following.current = false
  }, [])
  /** Called after the list has moved the place by itself, which is no reader who moves. */
  const noteOwnMove = useCallback(() => {
    const part = scroller.current
    if (part !== null) last.current = { top: part.scrollTop, height: part.scrollHeight }
  }, [scroller])
  return { away, follow, hold, noteOwnMove }
}

function distanceFromEnd(part: HTMLElement): number {
  return part.scrollHeight - part.clientHeight - part.scrollTop
}
