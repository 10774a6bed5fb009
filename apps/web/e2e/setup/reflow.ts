import type { Page } from '@playwright/test'

/**
 * What is lost at the width of the page: what makes the page or a list in it scroll sideways, and what can be used and is out of reach,
 * one line each. Code, tables, formulas and diagrams may scroll by themselves (WCAG 1.4.10).
 */
export function lost(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const wide = 'pre, table, .table-scroll, .code-block, .diagram-scroll, .katex-display, .cm-editor, .formula-display'
    const found: string[] = []
    const name = (element: Element) => {
      const words = element.getAttribute('aria-label') ?? element.textContent ?? ''
      return `${element.tagName.toLowerCase()} “${words.trim().slice(0, 60)}” ${element.className.toString().slice(0, 60)}`
    }
    const root = document.documentElement
    if (root.scrollWidth > innerWidth) found.push(`the page is ${root.scrollWidth} px wide`)
    for (const element of document.querySelectorAll<HTMLElement>('body *')) {
      if (element.closest(wide) || element.closest('[inert], .sr-only, svg')) continue
      const { overflowX, display } = getComputedStyle(element)
      if (display === 'none' || element.clientWidth === 0) continue
      const scrolls = overflowX === 'auto' || overflowX === 'scroll'
      if (scrolls && element.scrollWidth > element.clientWidth + 1) found.push(`scrolls sideways: ${name(element)}`)
    }
    const usable = 'a, button, input, select, textarea, summary, [tabindex="0"], [role=option], [role=menuitem]'
    // What lies below a dialog is out of reach at every width.
    const within = document.querySelector('dialog:modal') ?? document
    for (const element of within.querySelectorAll<HTMLElement>(usable)) {
      if (element.closest(`[inert], .sr-only, [aria-hidden=true], ${wide}`) || !element.checkVisibility()) continue
      const box = element.getBoundingClientRect()
      if (box.width <= 1 || box.height <= 1) continue
      let [left, right, top, bottom] = [0, innerWidth, 0, innerHeight]
      let scrollsDown = false
      for (let around = element.parentElement; around !== null; around = around.parentElement) {
        const { overflowX, overflowY, position } = getComputedStyle(around)
        const edge = around.getBoundingClientRect()
        if (overflowX !== 'visible') [left, right] = [Math.max(left, edge.left), Math.min(right, edge.right)]
        if (overflowY === 'auto' || overflowY === 'scroll') scrollsDown = true
        else if (overflowY !== 'visible' && !scrollsDown)
          [top, bottom] = [Math.max(top, edge.top), Math.min(bottom, edge.bottom)]
        if (position === 'fixed') break
      }
      if (box.left < left - 1 || box.right > right + 1) found.push(`cut at its side: ${name(element)}`)
      else if (!scrollsDown && (box.top < top - 1 || box.bottom > bottom + 1))
        found.push(`out of reach: ${name(element)}`)
    }
    return found
  })
}
