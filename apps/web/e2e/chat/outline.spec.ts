import type { Locator, Page } from '@playwright/test'
import { violations } from '../setup/axe.ts'
import { seededTest } from '../setup/inspector-page.ts'
import { answerEnded, answers, ask, composer, expect, startChat, test } from '../setup/stet.ts'

test('[H4] [V1] the overview leads to any turn of any branch, and two branches are compared', async ({ page }) => {
  await startChat(page, 'lists')
  await answerEnded(page)
  await ask(page, 'table')
  await page.getByRole('article', { name: 'You' }).first().hover()
  await page.getByRole('button', { name: 'Edit' }).first().click()
  await composer(page).fill('mathematics')
  await composer(page).press('Enter')
  await expect(page.getByText('Branch 2 of 2')).toBeAttached()
  await answerEnded(page)

  await page.keyboard.press('ControlOrMeta+Shift+l')
  const tree = page.getByRole('tree', { name: 'Turns and branches' })
  await expect(tree).toBeFocused()
  const rows = tree.getByRole('treeitem')
  await expect(rows).toHaveText([/mathematics.*You are here.*Demo/, /lists.*Other branch/])
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await violations(page)).toEqual([])
  }
  await tree.press('ArrowDown')
  await tree.press('ArrowRight')
  await expect(rows).toHaveText([/mathematics/, /lists/, /lists.*Demo/, /table.*Demo/])
  await tree.press('End')
  await tree.press('Enter')
  await expect(tree).toHaveCount(0)
  await expect(page.getByText('Branch 1 of 2')).toBeAttached()
  await expect(page.getByRole('article', { name: 'You' }).last()).toContainText('table')

  // Back by the menu, and to the same turn a second time.
  await page.getByRole('button', { name: 'Chat', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Turns and branches' }).click()
  await rows.filter({ hasText: 'mathematics' }).click()
  await expect(page.getByText('Branch 2 of 2')).toBeAttached()
  await expect(answers(page)).toHaveCount(1)

  await page.getByRole('article', { name: 'You' }).first().hover()
  await page.getByRole('button', { name: 'Compare branches' }).click()
  const dialog = page.getByRole('dialog', { name: 'Compare branches' })
  await expect(dialog.getByRole('region', { name: 'First branch' })).toContainText('lists')
  await expect(dialog.getByRole('region', { name: 'Second branch' })).toContainText('mathematics')
  await expect(dialog.getByText('Demo')).toHaveCount(2)
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await violations(page)).toEqual([])
  }
  await dialog.getByRole('tab', { name: 'Differences' }).click()
  await expect(dialog.locator('.cm-mergeView')).toContainText('mathematics')
  expect(await violations(page)).toEqual([])
  await dialog.getByRole('tab', { name: 'Side by side' }).click()
  await dialog.getByRole('region', { name: 'First branch' }).getByRole('button', { name: 'Show this branch' }).click()
  await expect(page.getByText('Branch 1 of 2')).toBeAttached()
})

seededTest.describe('a chat of 3,000 messages over 1,500 days', () => {
  const DAY = 24 * 60 * 60 * 1000
  const first = Date.UTC(2020, 0, 1, 12)
  const lines = Array.from({ length: 1500 }, (_, at) => [
    { said: at % 500 === 3 ? `Where do quokkas sleep? (${at})` : `Question ${at}`, at: first + at * DAY },
    { answered: `Answer ${at}`, at: first + at * DAY },
  ]).flat()
  seededTest.use({ seed: { lines } })

  seededTest(
    '[V3] [W3] a date, a mark beside the scrollbar and the overview lead to parts that are not loaded',
    async ({ page, chatId }) => {
      const sizes: number[] = []
      page.on('response', async response => {
        if (response.url().includes('/outline')) sizes.push((await response.body()).length)
      })
      await page.goto(`/chats/${chatId}`)
      await expect(page.getByText('Answer 1499')).toBeInViewport()
      await page.keyboard.press('ControlOrMeta+k')
      await page.getByRole('combobox').fill('go to a date')
      await page.getByRole('option', { name: /^Go to a date/ }).click()
      const date = page.getByLabel('First message on or after')
      await expect(date).toHaveValue('2020-01-01')
      expect(await violations(page)).toEqual([])
      await date.fill('2031-01-01')
      await date.press('Enter')
      await expect(page.getByRole('alert')).toContainText('Nothing was written on or after')
      await date.fill('2020-01-11')
      await page.getByRole('button', { name: 'Go', exact: true }).click()
      await expect(said(page, 'Question 10')).toBeInViewport()

      await page.keyboard.press('ControlOrMeta+f')
      const find = page.getByRole('textbox', { name: 'Find in this chat' })
      await find.fill('quokkas')
      await expect(page.getByRole('search')).toContainText('1 of 3')
      await expect(page.locator('[data-find-marks="3"]')).toBeVisible()
      await expect(said(page, '(1003)')).toBeInViewport()
      const marks = page.getByRole('button', { name: 'Go to what was found at this height' })
      const box = await marks.boundingBox()
      await marks.click({ position: { x: 8, y: (box?.height ?? 0) * 0.36 } })
      await expect(page.getByRole('search')).toContainText('2 of 3')
      await expect(said(page, '(503)')).toBeInViewport()
      await find.press('Enter')
      await expect(page.getByRole('search')).toContainText('3 of 3')
      await expect(said(page, '(3)')).toBeInViewport()
      await find.press('Escape')
      await expect(marks).toHaveCount(0)

      await page.keyboard.press('ControlOrMeta+Shift+l')
      const tree = page.getByRole('tree', { name: 'Turns and branches' })
      const here = tree.getByRole('treeitem').filter({ hasText: 'You are here' })
      await expect(here).toContainText('(3)')
      await expect(page.getByText('1,500 turns, one branch.')).toBeVisible()
      await tree.press('End')
      await expect(tree.getByRole('treeitem', { selected: true })).toContainText('Question 1499')
      await tree.press('Enter')
      await expect(page.getByText('Answer 1499')).toBeInViewport()
      expect(Math.max(...sizes)).toBeLessThan(300_000)
    },
  )
})

function said(page: Page, words: string): Locator {
  return page.getByRole('article', { name: 'You' }).filter({ hasText: words })
}
