import type { Locator } from '@playwright/test'
import { violations } from '../setup/axe.ts'
import { inspector } from '../setup/inspector-page.ts'
import { watchMotion } from '../setup/motion.ts'
import { lost } from '../setup/reflow.ts'
import { answerEnded, expect, startChat } from '../setup/stet.ts'
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

/** What the system's colours make of the ground of an element. */
function groundOf(element: Locator): Promise<string> {
  return element.evaluate(each => getComputedStyle(each).backgroundColor)
}

test('[V1] in high contrast what is on or chosen looks different from what is not', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await startChat(page, 'What is Stet?')
  await answerEnded(page)
  await page.getByRole('button', { name: 'Inspector', exact: true }).click()
  const panel = inspector(page)
  await panel.getByRole('tab', { name: 'Tools' }).click()
  const other = await groundOf(panel.getByRole('tab', { name: 'Request' }))
  expect(await groundOf(panel.getByRole('tab', { name: 'Tools' }))).not.toBe(other)
  const toggle = panel.getByRole('switch', { name: /To-do list/ })
  const off = await groundOf(toggle)
  expect(await groundOf(toggle.locator('span'))).not.toBe(off)
  await toggle.click()
  await expect(toggle).toBeChecked()
  await page.mouse.move(0, 0)
  expect(await groundOf(toggle)).not.toBe(off)
})

test('[V1] the way back to a list is not marked as the current page', async ({ page }) => {
  await page.goto('/providers/new?preset=anthropic')
  await expect(page.getByRole('link', { name: 'All providers' })).toBeVisible()
  await expect(page.locator('main [aria-current="page"]')).toHaveCount(0)
})
