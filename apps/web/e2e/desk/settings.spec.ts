import type { Page } from '@playwright/test'
import { clientOf } from '../setup/inspector-page.ts'
import { answerEnded, answers, composer, expect, send, startChat, test } from '../setup/stet.ts'

async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

function widthOf(page: Page): Promise<number> {
  return composer(page).evaluate(field => field.getBoundingClientRect().width)
}

test('[V1] the settings page is one click away, and its choices are applied at once and kept', async ({ page }) => {
  await page.goto('/')
  const before = await widthOf(page)
  await page.getByRole('link', { name: 'Settings', exact: true }).click()
  await expect(page).toHaveURL(/\/settings\/general$/)
  await choose(page, 'Theme', 'Dark')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await choose(page, 'Text size', 'Large')
  await expect(page.locator('html')).toHaveCSS('font-size', '18px')
  await choose(page, 'Reading width', 'Wide')
  await page.goto('/')
  await expect(page.locator('html')).toHaveCSS('font-size', '18px')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  expect(await widthOf(page)).toBeGreaterThan(before * 1.1)
})

test('[V1] Enter starts a new line where the user chose so, and Ctrl+Enter sends', async ({ page }) => {
  await page.goto('/settings/general')
  await choose(page, 'Enter key', 'Starts a new line')
  await page.goto('/')
  await composer(page).fill('What is')
  await composer(page).press('Enter')
  await composer(page).pressSequentially('Stet?')
  await expect(composer(page)).toHaveValue('What is\nStet?')
  await composer(page).press('Control+Enter')
  await expect(page.getByRole('article', { name: 'You' })).toContainText('What is')
  await answerEnded(page)
})

test('[V1] dates are written in the chosen language', async ({ page, server }) => {
  await page.goto('/settings/general')
  await choose(page, 'Language of dates', 'ISO (2026-11-16)')
  await startChat(page, 'What is Stet?')
  await answerEnded(page)
  await expect(answers(page).locator('time')).toHaveAttribute('title', /^\d{4}-\d\d-\d\d /)

  const client = clientOf(server.address)
  const { id } = await client.workspace()
  await client.writeFile(id, { path: '/plan.md', content: { text: 'Granite.' }, expect: 'new' })
  await page.goto(`/workspaces/${id}/files?path=/plan.md`)
  await page.getByRole('button', { name: 'Versions' }).click()
  await expect(page.getByRole('list', { name: 'Versions' })).toContainText(/\d{4}-\d\d-\d\d/)
})

test('[V1] settings are found by their words, and each section has an address', async ({ page }) => {
  await page.goto('/settings')
  await expect(page).toHaveURL(/\/settings\/general$/)
  const search = page.getByRole('searchbox', { name: 'Search settings' })
  await search.fill('shift enter')
  await expect(page.getByText('New line', { exact: true })).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Theme' })).toHaveCount(0)
  await search.fill('quark')
  await expect(page.getByRole('status').filter({ hasText: 'Nothing found' })).toBeVisible()
  await search.fill('api key')
  await page.getByRole('link', { name: 'Manage providers' }).click()
  await expect(page).toHaveURL(/\/providers$/)
  for (const [section, words] of [
    ['shortcuts', 'Send message'],
    ['storage', 'data folder'],
    ['about', 'Apache License 2.0'],
  ] as const) {
    await page.goto(`/settings/${section}`)
    await expect(page.getByText(words)).toBeVisible()
  }
  await page.goto('/settings/nothing')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/not/i)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('[V1] the settings fit, and lead back to a chat', async ({ page }) => {
    await page.goto('/')
    await page.getByRole('button', { name: 'Chats' }).click()
    await page.getByRole('link', { name: 'Settings', exact: true }).click()
    await expect(page.getByRole('combobox', { name: 'Theme' })).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    await page.getByRole('button', { name: 'New chat' }).click()
    await send(page, 'What is Stet?')
    await answerEnded(page)
  })
})

test('[V8] a setting leads to its paragraph in the help, and the help to its chapters', async ({ page }) => {
  await startChat(page, 'What is Stet?')
  await answerEnded(page)
  await page.getByRole('button', { name: 'Inspector', exact: true }).click()
  await page.getByRole('tab', { name: 'Settings', exact: true }).click()
  const opening = page.waitForEvent('popup')
  await page.getByRole('link', { name: 'More about Tool memory' }).click()
  const help = await opening
  await expect(help).toHaveURL(/\/help\/settings#toolMemory$/)
  await expect(help.getByRole('region', { name: 'Tool memory' })).toContainText('A result of 10,000 tokens costs $0.03')
  await help.getByRole('link', { name: 'Context and cost' }).click()
  await expect(help.getByRole('cell', { name: '$0.128' })).toBeVisible()
  await help.keyboard.press('Control+k')
  await help.keyboard.type('backup')
  await help.keyboard.press('Enter')
  await expect(help.getByRole('heading', { name: 'Back up' })).toBeVisible()
})
