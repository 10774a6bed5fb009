import { answerEnded, answers, composer, expect, startChat, test } from '../setup/stet.ts'

test('[V1] a part that cannot be fetched leaves the page as it is, and is there once it can be', async ({ page }) => {
  await page.route(/\/assets\/(?:shortcuts-dialog|providers-page).*\.js$/, route => route.abort())
  await startChat(page, 'lists')
  await answerEnded(page)
  await composer(page).fill('half a thought')
  await page.locator('#main').focus()
  await page.keyboard.press('?')
  const notice = page.getByText('A part of this page could not be loaded.')
  await expect(notice).toBeVisible()
  await expect(answers(page)).toBeVisible()
  await expect(composer(page)).toHaveValue('half a thought')

  // Again in vain, and then not.
  const failed = page.waitForEvent('requestfailed')
  await page.getByRole('button', { name: 'Try again' }).click()
  await failed
  await expect(notice).toBeVisible()
  await page.unroute(/\/assets\/(?:shortcuts-dialog|providers-page).*\.js$/)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await expect(notice).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(composer(page)).toHaveValue('half a thought')
})

test('[V1] a page that cannot be fetched leaves the sidebar, and is there once it can be', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.route('**/assets/providers-page*.js', route => route.abort())
  await page.goto('/')
  await page.getByRole('link', { name: 'Providers', exact: true }).click()
  const notice = page.getByText('A part of this page could not be loaded.')
  await expect(notice).toBeVisible()
  await page.getByRole('link', { name: 'New chat', exact: true }).click()
  await expect(composer(page)).toBeVisible()
  await expect(notice).toHaveCount(0)
  await page.getByRole('link', { name: 'Providers', exact: true }).click()
  // It is asked for again by that click: only then may it be there.
  await expect(notice).toBeVisible()
  await page.unroute('**/assets/providers-page*.js')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('link', { name: /^Anthropic/ })).toBeVisible()
})
