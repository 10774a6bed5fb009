import type { Page, Response } from '@playwright/test'
import { inspector, margin, openChat, seededTest as test } from '../setup/inspector-page.ts'
import { composer, expect } from '../setup/stet.ts'

const EXCHANGES = 600

/** A chat of more messages than one page of a report has. */
const long = Array.from({ length: EXCHANGES }, (_, number) => [
  { said: `Question ${number}` },
  { answered: `Answer ${number}` },
]).flat()

test.use({ seed: { lines: long }, viewport: { width: 1440, height: 900 } })

test('[C17] the margin and the inspector reach every message of a long chat', async ({ page, chatId, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const answers: Promise<number>[] = []
  const measure = (response: Response) => {
    if (response.url().endsWith('/inspection')) answers.push(response.body().then(({ byteLength }) => byteLength))
  }
  page.on('response', measure)
  await openChat(page, chatId)

  // The start of the chat is far above the page of the report that came first.
  await page.getByRole('region', { name: 'Conversation' }).hover()
  await page.mouse.wheel(0, -600)
  await page.getByRole('button', { name: 'Jump to start' }).click()
  await expect(page.getByText('Question 0', { exact: true })).toBeInViewport()
  await expect(margin(page, 'You').first()).toBeVisible()
  await expect(margin(page, 'You').first()).toHaveAccessibleName(/Will be sent\./)

  // What is done with a message is done with one that far up too (H9).
  await page.getByRole('article', { name: 'You' }).first().hover()
  await page.getByRole('article', { name: 'You' }).first().getByRole('button', { name: 'Copy as Markdown' }).click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain('Question 0')

  // From the margin to the entry of that message.
  await margin(page, 'Answer').first().click()
  await page.getByRole('button', { name: 'Show in inspector' }).click()
  await expect(inspector(page).getByText('Answer 0', { exact: true })).toBeInViewport()
  await expect(inspector(page).getByText(`${EXCHANGES * 2} messages, in full.`)).toBeVisible()

  // And anywhere in between, by scrolling: what is not loaded is a grey bar until it is.
  await scrollList(page, 0.5)
  await expect(inspector(page).getByText('Loading')).toHaveCount(0)
  await expect(inspector(page).getByRole('list', { name: 'Request' }).getByRole('listitem').nth(3)).toContainText(
    'Will be sent',
  )

  // Typing keeps what is shown there.
  await composer(page).fill('And what now?')
  await expect(inspector(page).getByText(`${EXCHANGES * 2 + 1} messages`)).toBeVisible()
  await expect(inspector(page).getByText('Loading')).toHaveCount(0)
  page.off('response', measure)
  expect(Math.max(...(await Promise.all(answers)))).toBeLessThan(300_000)
})

async function scrollList(page: Page, share: number): Promise<void> {
  await inspector(page)
    .getByRole('list', { name: 'Request' })
    .evaluate((list, to) => {
      const scroller = list.parentElement
      if (scroller) scroller.scrollTop = list.scrollHeight * to
    }, share)
}
