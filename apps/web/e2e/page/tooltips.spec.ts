import { expect, test } from '../setup/stet.ts'

test('[V1] what a button does is shown while the pointer rests on it, and stays while the pointer is in the text', async ({
  page,
}) => {
  await page.goto('/')
  const tip = page.locator('[data-tip-text]')
  const settings = page.getByRole('link', { name: 'Settings' })
  await settings.hover()
  await expect(tip).toHaveText('Settings')
  await tip.hover()
  await page.getByRole('link', { name: 'Help', exact: true }).hover()
  await expect(tip).toHaveText('Help')
  await page.mouse.move(600, 300)
  await expect(tip).toHaveCount(0)
  await settings.hover()
  await expect(tip).toHaveText('Settings')
  await settings.click()
  await expect(tip).toHaveCount(0)
})

test('[V1] the keyboard shows what a button does at once, and Escape hides it', async ({ page }) => {
  await page.goto('/')
  const tip = page.locator('[data-tip-text]')
  await page.getByRole('link', { name: 'Settings' }).focus()
  await page.keyboard.press('Tab')
  await expect(tip).toHaveText('Help')
  await page.keyboard.press('Tab')
  await expect(tip).toHaveText('Keyboard shortcuts?')
  await page.keyboard.press('Escape')
  await expect(tip).toHaveCount(0)
})
