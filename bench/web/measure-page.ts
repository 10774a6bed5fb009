import type { Page } from '@playwright/test'

/** What the main thread of a page did while something happened. */
export interface PageWork {
  /** Processor time of its tasks, which another program on the machine does not change. */
  readonly cpuMs: number
  readonly layouts: number
  /** The longest task, in time. */
  readonly longestTaskMs: number
}

declare global {
  interface Window {
    bench: { longest: number; keys: number[] }
  }
}

/** Call it before the page is opened. */
export async function watchPage(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.bench = { longest: 0, keys: [] }
    new PerformanceObserver(list => {
      for (const { duration } of list.getEntries()) window.bench.longest = Math.max(window.bench.longest, duration)
    }).observe({ type: 'longtask' })
    addEventListener(
      'keydown',
      ({ timeStamp }) => {
        // The frame that shows the letter has been drawn when a message posted in it arrives.
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel()
          port1.onmessage = () => window.bench.keys.push(performance.now() - timeStamp)
          port2.postMessage(null)
        })
      },
      { capture: true },
    )
  })
}

export async function workDuring(page: Page, act: () => Promise<void>): Promise<PageWork> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const read = async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    return new Map(metrics.map(({ name, value }) => [name, value]))
  }
  await page.evaluate(() => {
    window.bench.longest = 0
  })
  const before = await read()
  await act()
  const after = await read()
  await session.detach()
  const grown = (name: string) => (after.get(name) ?? 0) - (before.get(name) ?? 0)
  return {
    cpuMs: grown('TaskDuration') * 1000,
    layouts: grown('LayoutCount'),
    longestTaskMs: await page.evaluate(() => window.bench.longest),
  }
}

export interface Frames {
  /** In percent: those that came later than 25 ms after the one before. */
  readonly late: number
  /** In percent: those in which the middle of the page showed no message. */
  readonly blank: number
}

/** Asking for every frame costs a page more than most of what it draws: what it spends is measured without. */
export async function framesDuring(page: Page, act: () => Promise<void>): Promise<Frames> {
  const frames = await page.evaluateHandle(() => {
    const seen = { gaps: [] as number[], blank: 0, stopped: false }
    let last = performance.now()
    const onFrame = (now: number) => {
      seen.gaps.push(now - last)
      last = now
      const shown = document.elementFromPoint(innerWidth / 2, innerHeight / 2)
      if (shown?.closest('[data-index]') === null) seen.blank += 1
      if (!seen.stopped) requestAnimationFrame(onFrame)
    }
    requestAnimationFrame(onFrame)
    return seen
  })
  await act()
  const { gaps, blank } = await frames.evaluate(seen => {
    seen.stopped = true
    return seen
  })
  const share = (count: number) => (100 * count) / Math.max(1, gaps.length)
  return { late: share(gaps.filter(gap => gap > 25).length), blank: share(blank) }
}

/** Polls seldom: looking at every frame would cost the page more than what is measured. */
export async function until(page: Page, selector: string): Promise<void> {
  await page.waitForFunction(wanted => document.querySelector(wanted) !== null, selector, {
    polling: 250,
    timeout: 60_000,
  })
}

/** The median. */
export function middleOf(figures: readonly number[]): number {
  return figures.toSorted((one, other) => one - other)[Math.floor(figures.length / 2)] ?? 0
}
