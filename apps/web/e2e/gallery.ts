import { fileURLToPath } from 'node:url'
import { wireTest } from './setup/upstream.ts'
import { states } from './states/states.ts'

// Writes pictures of the pages and their states, at three sizes and in both themes, to .cache/gallery. They are for the eye and compared with nothing.
const folder = fileURLToPath(new URL('../../../.cache/gallery/', import.meta.url))

const sizes = {
  desk: { viewport: { width: 1440, height: 900 } },
  tablet: { viewport: { width: 1100, height: 800 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true },
}

wireTest.use({ timezoneId: 'UTC', locale: 'en-GB' })

for (const [size, use] of Object.entries(sizes)) {
  wireTest.describe(size, () => {
    wireTest.use(use)
    for (const [name, show] of states) {
      wireTest(`${name}, ${size}`, async ({ page, server, upstream }) => {
        await show({ page, address: server.address, upstream })
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme })
          // The colours of code, the fonts of formulas and the figures of a footer arrive after the text, and nothing depends on them.
          await page.waitForTimeout(600)
          await page.screenshot({ path: `${folder}${name}-${size}-${colorScheme}.png`, animations: 'disabled' })
        }
      })
    }
  })
}
