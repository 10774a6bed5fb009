import { violations } from '../setup/axe.ts'
import { watchMotion } from '../setup/motion.ts'
import { lost } from '../setup/reflow.ts'
import { expect } from '../setup/stet.ts'
import { wireTest as test } from '../setup/upstream.ts'
import { states } from '../states/states.ts'

const SIZES = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]

// A screen of 1280 by 1024 at 200%, and the narrowest that WCAG 1.4.10 asks for.
const ZOOMED = [
  { width: 640, height: 512 },
  { width: 320, height: 640 },
]

for (const [name, show] of states) {
  test(`[V1] ${name}: axe finds nothing in both themes and sizes, zoom loses nothing, and nothing moves`, async ({
    page,
    context,
    server,
    upstream,
  }) => {
    const moved = await watchMotion(context)
    await show({ page, address: server.address, upstream })
    for (const size of ZOOMED) {
      await page.setViewportSize(size)
      await expect.poll(() => lost(page), `lost at ${size.width} px`).toEqual([])
    }
    expect(await moved(page)).toEqual([])
    for (const size of SIZES) {
      await page.setViewportSize(size)
      await page.emulateMedia({ colorScheme: 'light' })
      expect(await violations(page), `at ${size.width} px`).toEqual([])
      // Another theme is other colours.
      await page.emulateMedia({ colorScheme: 'dark' })
      expect(await violations(page, 'color-contrast'), `at ${size.width} px, dark`).toEqual([])
    }
  })
}
