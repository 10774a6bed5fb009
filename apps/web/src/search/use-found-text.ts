import { type RefObject, useEffect } from 'react'
import { findWords } from './find-words.ts'

/** The name of the highlight in `base.css`. */
const NAME = 'found'

/**
 * Highlights the words of a search in the row that is marked as looked for, without changing the document: the browser paints the ranges. The row
 * is drawn when it comes near the screen, and its text may arrive in pieces.
 */
export function useFoundText(
  scroller: RefObject<HTMLElement | null>,
  search: string | null,
  messageId: string | null,
): void {
  useEffect(() => {
    const part = scroller.current
    if (part === null || search === null || messageId === null || !('highlights' in CSS)) return
    let shown = false
    const paint = () => {
      const ranges = rangesIn(part.querySelector('[data-looked-for]'), search)
      CSS.highlights.set(NAME, new Highlight(...ranges))
      const [first] = ranges
      if (shown || first === undefined) return
      shown = true
      bringIntoSight(part, first)
    }
    paint()
    const observer = new MutationObserver(paint)
    observer.observe(part, { childList: true, subtree: true, characterData: true })
    return () => {
      observer.disconnect()
      CSS.highlights.delete(NAME)
    }
  }, [scroller, search, messageId])
}

function rangesIn(row: Element | null, search: string): Range[] {
  if (row === null) return []
  const ranges: Range[] = []
  const texts = document.createTreeWalker(row, NodeFilter.SHOW_TEXT)
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
    for (const [start, end] of findWords(node.textContent ?? '', search)) {
      const range = new Range()
      range.setStart(node, start)
      range.setEnd(node, end)
      ranges.push(range)
    }
  }
  return ranges
}

/** A long message may begin on the screen and hold the words far below. */
function bringIntoSight(part: HTMLElement, range: Range): void {
  const { top, bottom } = range.getBoundingClientRect()
  const frame = part.getBoundingClientRect()
  if (bottom > frame.bottom - 48 || top < frame.top + 24) {
    part.scrollBy({ top: top - frame.top - frame.height / 3 })
  }
}
