import type { Page } from '@playwright/test'
import { seededTest } from '../setup/inspector-page.ts'
import { answerEnded, expect, startChat, test } from '../setup/stet.ts'

const TURNS = 30

seededTest.describe('a chat longer than the screen', () => {
  const lines = Array.from({ length: TURNS }, (_, number) => [
    { said: `Turn ${number}: what next?` },
    { answered: `The answer of turn ${number}.\n\n${'It takes a few lines to read. '.repeat(20)}` },
  ]).flat()
  seededTest.use({ seed: { lines }, viewport: { width: 1440, height: 900 }, colorScheme: 'dark' })

  seededTest('[V1] is printed in full, in light colours and without what is pressed', async ({ page, chatId }) => {
    await page.goto(`/chats/${chatId}`)
    await expect(page.getByText(`The answer of turn ${TURNS - 1}.`)).toBeInViewport()
    expect(await page.getByText(/^The answer of turn/).count()).toBeLessThan(TURNS)
    expect(await pagesOf(page)).toBeGreaterThan(5)
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByText(/^The answer of turn/)).toHaveCount(TURNS)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('button')).toHaveCount(0)
    await expect(page.getByRole('textbox')).toHaveCount(0)
    await expect(page.getByRole('complementary')).toHaveCount(0)
    await expect(page.getByText('left out here')).toHaveCount(0)
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).color)).toBe('rgb(31, 28, 24)')
    expect(await overlapping(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeGreaterThan(5000)
    await page.emulateMedia({ media: 'screen' })
    await expect(page.getByText(`The answer of turn ${TURNS - 1}.`)).toBeInViewport()
    await expect.poll(() => page.getByText(/^The answer of turn/).count()).toBeLessThan(TURNS)
  })
})

seededTest.describe('a chat whose beginning is not loaded', () => {
  const lines = Array.from({ length: 300 }, (_, number) => [
    { said: `Turn ${number}: what next?` },
    { answered: `The answer of turn ${number}.` },
  ]).flat()
  seededTest.use({ seed: { lines }, viewport: { width: 1440, height: 900 } })

  seededTest('[V1] [V3] says on paper that earlier messages are left out', async ({ page, chatId }) => {
    await page.goto(`/chats/${chatId}`)
    await expect(page.getByText('The answer of turn 299.')).toBeInViewport()
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByText('Earlier messages are not loaded, and left out here.')).toBeVisible()
    await expect(page.getByText('Loading earlier messages')).toBeHidden()
  })
})

test('[V1] [V2] code wraps on paper', async ({ page }) => {
  await startChat(page, 'code in typescript')
  await answerEnded(page)
  await page.emulateMedia({ media: 'print' })
  const code = page.locator('.code-block pre').first()
  await expect(code).toBeVisible()
  expect(await code.evaluate(element => getComputedStyle(element).whiteSpace)).toBe('pre-wrap')
  await expect(page.getByRole('button', { name: 'Copy code' })).toHaveCount(0)
})

test('[V1] [V2] a table keeps its head on paper', async ({ page }) => {
  await startChat(page, 'table')
  await answerEnded(page)
  const head = await page.getByRole('columnheader').allInnerTexts()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('columnheader').first()).toBeVisible()
  expect(await page.getByRole('columnheader').allInnerTexts()).toEqual(head)
})

/** Messages that begin before the one above them ends. */
function overlapping(page: Page): Promise<(string | undefined)[]> {
  return page.evaluate(() => {
    const rows = [...document.querySelectorAll<HTMLElement>('[data-index]')]
    return rows
      .filter((row, at) => {
        const above = rows[at - 1]
        return above !== undefined && row.getBoundingClientRect().top < above.getBoundingClientRect().bottom - 1
      })
      .map(row => row.dataset.index)
  })
}

/** On how many pages the browser prints it. */
async function pagesOf(page: Page): Promise<number> {
  const paper = (await page.pdf({ format: 'A4' })).toString('latin1')
  return paper.match(/\/Type \/Page\b(?!s)/g)?.length ?? 0
}
