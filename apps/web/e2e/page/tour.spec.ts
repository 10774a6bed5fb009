import { answerEnded, composer, expect, startChat, test } from '../setup/stet.ts'

test.use({ explains: true })

test('[V5] the tour is offered once, led by the keyboard, skipped and found again, on a desk and on a phone', async ({
  page,
}) => {
  await startChat(page, 'What is Stet?')
  await answerEnded(page)
  const step = (name: string) => page.getByRole('dialog', { name, exact: true })
  const card = page.locator('[data-tour="card"]')
  const legend = page.getByRole('region', { name: 'What the lines mean' })
  await legend.getByRole('button', { name: 'Take the tour' }).press('Enter')
  await expect(step('The margin').getByRole('button', { name: 'Next' })).toBeFocused()
  await expect(step('The margin')).toContainText('1 of 5')
  await expect(step('The margin').getByRole('button', { name: 'Back' })).toHaveCount(0)
  await page.keyboard.press('ArrowRight')
  await expect(step('Why, and what you can do')).toBeVisible()
  await expect(card).toContainText('Leave out')
  await page.keyboard.press('ArrowRight')
  await expect(step('The context')).toBeVisible()
  await expect(card).toHaveCount(0)
  await page.keyboard.press('ArrowLeft')
  await expect(card).toContainText('Leave out')
  await page.keyboard.press('ArrowLeft')
  // The demo costs nothing, so that no step points at a cost.
  for (const name of ['The margin', 'Why, and what you can do', 'The context', 'The inspector', 'Answer again']) {
    await expect(step(name)).toBeVisible()
    await page.keyboard.press('Enter')
  }
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(composer(page)).toBeFocused()
  await expect(legend).toHaveCount(0)

  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('combobox', { name: 'Go to' }).fill('tour')
  await expect(page.getByRole('option', { selected: true })).toContainText('Take the tour')
  await page.keyboard.press('Enter')
  await expect(step('The margin').getByRole('button', { name: 'Next' })).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(card).toContainText('Leave out')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(card).toHaveCount(0)
  await expect(composer(page)).toBeFocused()

  const address = page.url()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/help/getting-started')
  await page.getByRole('button', { name: 'Take the tour' }).click()
  await expect(step('The margin')).toBeVisible()
  await expect(page).toHaveURL(address)
  const skip = step('The margin').getByRole('button', { name: 'Skip' })
  await expect.poll(async () => (await skip.boundingBox())?.y).toBeGreaterThan(700)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await skip.click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(legend).toHaveCount(0)
})
