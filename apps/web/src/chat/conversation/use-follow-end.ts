import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react'

/** How near the end counts as being there. */
const AT_END = 32

/**
 * Keeps the end of a scrolled part in sight while the reader is there. Only the reader ends that, by scrolling up or by opening
 * something: content that grows by any amount at once, as an error or a folded thought does, must not be taken for it.
 */
export function useFollowEnd(scroller: RefObject<HTMLElement | null>) {
  const following = useRef(true)
  /** What the pointer is pressed on, and where that was. */
  const pressed = useRef<{ readonly element: Element; readonly top: number } | null>(null)
  const last = useRef({ top: 0, frame: 0 })
  /** The height that the list gives its content now, and the lowest since the last look. Rows may reach below it until they are drawn again. */
  const heights = useRef({ now: 0, lowest: 0 })
  const [away, setAway] = useState(false)
  const keep = useRef<(() => void) | null>(null)

  const noteSeen = useCallback((part: HTMLElement) => {
    last.current = { top: part.scrollTop, frame: part.clientHeight }
    heights.current.lowest = heights.current.now
  }, [])
  const notePlace = useCallback(
    (part: HTMLElement) => {
      const { scrollTop: top, clientHeight: frame } = part
      const { top: before, frame: frameBefore } = last.current
      // Content that shrinks, or a frame that grows, takes the place along with it: no further than the lowest end there was meanwhile,
      // even if it grew again since. Only a reader moves above that.
      const lowestEnd = heights.current.lowest - Math.max(frameBefore, frame)
      const takenAlong = top < before && before > lowestEnd && top >= lowestEnd - 1
      if (top < before && !takenAlong) following.current = false
      // Being there is not enough: what was just opened has not grown yet.
      else if (top > before && distanceFromEnd(part) <= AT_END) following.current = true
      noteSeen(part)
    },
    [noteSeen],
  )
  /** Called for each height that the list gives its content, before anyone can ask how far it is scrolled. Returns whether it is another. */
  const noteHeight = useCallback((height: number) => {
    const now = Math.ceil(height)
    if (now === heights.current.now) return false
    heights.current = { now, lowest: Math.min(heights.current.lowest, now) }
    return true
  }, [])

  // Whenever what is scrolled or its frame changes height: asking in every render instead made the browser lay out once more for each
  // piece of text.
  useLayoutEffect(() => {
    const part = scroller.current
    if (part === null) return
    const keepAtEnd = () => {
      // A change may come between the reader's move and its event, and would take them back.
      notePlace(part)
      const wanted = pressed.current === null ? endOf(part) : placeOf(part, pressed.current)
      if (wanted !== null) {
        part.scrollTop = wanted
        noteSeen(part)
      }
      setAway(distanceFromEnd(part) > AT_END)
    }
    const endOf = (of: HTMLElement) => (following.current && distanceFromEnd(of) > 0 ? of.scrollHeight : null)
    const noteScroll = () => {
      // The observer is not called for a height that is what it was again, though the place was taken along meanwhile.
      if (pressed.current === null) return keepAtEnd()
      notePlace(part)
      setAway(distanceFromEnd(part) > AT_END)
    }
    // A link that moved away between press and release would not be clicked, whether text is written below it or a row is added above.
    const press = ({ target }: PointerEvent) => {
      if (target instanceof Element) pressed.current = { element: target, top: target.getBoundingClientRect().top }
    }
    const release = () => {
      if (pressed.current === null) return
      pressed.current = null
      // The click comes after the release.
      setTimeout(keepAtEnd)
    }
    part.addEventListener('scroll', noteScroll, { passive: true })
    part.addEventListener('pointerdown', press)
    addEventListener('pointerup', release)
    addEventListener('pointercancel', release)
    keepAtEnd()
    keep.current = keepAtEnd
    const observer = new ResizeObserver(keepAtEnd)
    observer.observe(part)
    return () => {
      observer.disconnect()
      keep.current = null
      part.removeEventListener('scroll', noteScroll)
      part.removeEventListener('pointerdown', press)
      removeEventListener('pointerup', release)
      removeEventListener('pointercancel', release)
    }
  }, [scroller, notePlace, noteSeen])

  const follow = useCallback(() => {
    following.current = true
    if (pressed.current === null) scroller.current?.scrollTo({ top: scroller.current.scrollHeight })
  }, [scroller])
  const hold = useCallback(() => {
    following.current = false
  }, [])
  /**
   * Runs what the list moves by itself, which is no reader who moves. The reader may have moved just before: that is noted first. The
   * list computes from a place that may be older than the end that is followed, and no change of height comes after to correct it.
   */
  const moveItself = useCallback(
    (move: () => void) => {
      const part = scroller.current
      if (part === null) return move()
      notePlace(part)
      if (following.current && pressed.current === null) part.scrollTop = part.scrollHeight
      else move()
      noteSeen(part)
    },
    [scroller, notePlace, noteSeen],
  )
  const isFollowing = useCallback(() => following.current, [])
  /** Called when the content has the height that was noted. */
  const keepAtEnd = useCallback(() => keep.current?.(), [])
  return { away, follow, hold, noteHeight, keepAtEnd, moveItself, isFollowing }
}

/** Where to scroll so that what is pressed is where it was; null when it is there. */
function placeOf(part: HTMLElement, { element, top }: { element: Element; top: number }): number | null {
  const moved = element.isConnected ? element.getBoundingClientRect().top - top : 0
  return Math.abs(moved) < 1 ? null : part.scrollTop + moved
}

function distanceFromEnd(part: HTMLElement): number {
  return part.scrollHeight - part.clientHeight - part.scrollTop
}
