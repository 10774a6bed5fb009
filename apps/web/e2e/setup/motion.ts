import type { BrowserContext, Page } from '@playwright/test'

declare global {
  interface Window {
    motions?: string[]
  }
}

/** Notes from now on what moves on a page for longer than a blink, although the system asks for no motion. */
export async function watchMotion(context: BrowserContext): Promise<(page: Page) => Promise<readonly string[]>> {
  await context.addInitScript(() => {
    const motions: string[] = []
    window.motions = motions
    const note = ({ target }: Event) => {
      if (!(target instanceof Element)) return
      for (const animation of target.getAnimations({ subtree: true })) {
        // What waits and then appears does not move.
        const { activeDuration = 0 } = animation.effect?.getComputedTiming() ?? {}
        const isTransition = animation instanceof CSSTransition
        const name = isTransition ? animation.transitionProperty : 'animation'
        // The shortest transition of a height lets a list measure the middle of it.
        if (isTransition || Number(activeDuration) > 1)
          motions.push(`${name} for ${String(activeDuration)} ms: ${target.className.toString().slice(0, 80)}`)
      }
    }
    addEventListener('transitionrun', note, true)
    addEventListener('animationstart', note, true)
    for (const [owner, method] of [
      [Element.prototype, 'scrollTo'],
      [Element.prototype, 'scrollBy'],
      [Element.prototype, 'scrollIntoView'],
    ] as const) {
      const scroll = owner[method] as (...given: unknown[]) => void
      Object.defineProperty(owner, method, {
        value(this: Element, ...given: unknown[]) {
          if (given.some(each => (each as ScrollToOptions | undefined)?.behavior === 'smooth'))
            motions.push(`${method} is smooth`)
          return scroll.apply(this, given)
        },
      })
    }
  })
  return async page => [...new Set(await page.evaluate(() => window.motions ?? []))]
}
