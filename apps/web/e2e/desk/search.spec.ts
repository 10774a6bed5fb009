import type { Page } from '@playwright/test'
import { clientOf, seededTest } from '../setup/inspector-page.ts'
import { answerEnded, ask, expect, send, startChat, test } from '../setup/stet.ts'

const field = (page: Page) => page.getByRole('searchbox', { name: 'Search chats' })
/** What was found in messages of the user. */
const own = (page: Page) => page.getByRole('region', { name: 'Search' }).getByRole('link').filter({ hasText: 'You ·' })

test('[W3] a message is found in another chat while typing, and a click shows it with the words highlighted', async ({
  page,
}) => {
  const url = await startChat(page, 'Which liverworts grow in 東京都 and Köln?')
  await answerEnded(page)
  await askBelow(page, 'lists')
  await startChat(page, 'Something else')
  await answerEnded(page)

  await page.keyboard.press('ControlOrMeta+Shift+f')
  await expect(field(page)).toBeFocused()
  await field(page).pressSequentially('liverw')
  await expect(own(page).locator('mark')).toHaveText(['liverworts'])
  await field(page).fill('東京')
  await expect(own(page).locator('mark')).toHaveText(['東京'])
  await field(page).fill('koln')
  await expect(own(page).locator('mark')).toHaveText(['Köln'])

  await page.keyboard.press('ArrowDown')
  await expect(page.locator('[data-found]').first()).toBeFocused()
  await own(page).click()
  await expect(page).toHaveURL(new RegExp(`^${url}\\?message=msg_`))
  await expect(page.getByRole('article', { name: 'You' }).first()).toBeInViewport()
  await expect.poll(() => highlighted(page)).toEqual(['Köln'])
  await page.goBack()
  await expect(field(page)).toHaveValue('koln')
})

test('[W3] results are narrowed to answers, and nothing found says so', async ({ page }) => {
  await startChat(page, 'A quokka')
  await answerEnded(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('A quokka')
  await page.goto('/search')
  await field(page).fill('quokka')
  await expect(own(page)).toHaveCount(1)
  const titles = page.getByRole('region', { name: 'Search' }).getByRole('link').filter({ hasText: 'Title ·' })
  await expect(titles.locator('mark')).toHaveText(['quokka'])
  await page.getByRole('combobox', { name: 'Written by' }).click()
  await page.getByRole('option', { name: 'Answers' }).click()
  await expect(own(page)).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('combobox', { name: 'Written by' })).toContainText('Answers')
  await field(page).fill('nothinghasthisword')
  await expect(page.getByText('No chat has all of these words.')).toBeVisible()
})

test('[W3] [FU-9] filters of an address that mean nothing are as if they were not there', async ({ page }) => {
  await startChat(page, 'A quokka')
  await answerEnded(page)
  await page.goto('/search?text=quokka&role=nobody&when=never&workspace=x')
  await expect(page.getByRole('combobox', { name: 'Written by' })).toHaveText('Anyone')
  await expect(page.getByRole('combobox', { name: 'Date' })).toHaveText('Any time')
  await expect(own(page)).toHaveCount(1)
  // One that was deleted since can be left.
  await page.goto(`/search?text=quokka&workspace=ws_${'z'.repeat(32)}`)
  await expect(page.getByText('No chat has all of these words.')).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Workspace' })).toHaveText('Deleted workspace')
  await page.getByRole('combobox', { name: 'Workspace' }).click()
  await page.getByRole('option', { name: 'All workspaces' }).click()
  await expect(own(page)).toHaveCount(1)
  await page.goto('/attachments?chat=zz&kind=q&days=-5')
  await expect(page.getByRole('combobox', { name: 'Kind' })).toHaveText('All files')
  await expect(page.getByText('No message has a file yet.')).toBeVisible()
})

test('[W3] a word is found within a chat, and Enter goes from one message to the next', async ({ page }) => {
  await startChat(page, 'A quokka here')
  await answerEnded(page)
  await askBelow(page, 'Another quokka there')
  await page.keyboard.press('ControlOrMeta+f')
  const find = page.getByRole('textbox', { name: 'Find in this chat' })
  await find.fill('another quokka')
  await expect(page.getByRole('search')).toContainText(/1 of \d/)
  await find.fill('quokka')
  // Both questions, and both answers of the demo, which repeat them.
  await expect(page.getByRole('search')).toContainText('1 of 4')
  await expect.poll(() => highlighted(page)).toContain('quokka')
  for (const at of [2, 3, 4]) {
    await find.press('Enter')
    await expect(page.getByRole('search')).toContainText(`${at} of 4`)
  }
  await expect(page.getByRole('article', { name: 'You' }).filter({ hasText: 'A quokka here' })).toBeInViewport()
  await find.press('Escape')
  await expect(find).toHaveCount(0)
})

test('[W3] a message on another branch is shown on its branch', async ({ page }) => {
  const url = await startChat(page, 'A quokka here')
  await answerEnded(page)
  await page.getByRole('article', { name: 'You' }).hover()
  await page.getByRole('button', { name: 'Edit' }).first().click()
  await page.getByRole('textbox', { name: 'Message', exact: true }).fill('A wombat here')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Branch 2 of 2')).toBeAttached()
  await answerEnded(page)
  await page.goto('/search?text=quokka')
  await own(page).click()
  await expect(page).toHaveURL(new RegExp(`^${url}\\?message=`))
  await expect(page.getByText('Branch 1 of 2')).toBeAttached()
  await expect(page.getByRole('article', { name: 'You' })).toContainText('A quokka here')
})

/** Asks and waits for the end, also when the answer before is no longer in the document. */
async function askBelow(page: Page, text: string): Promise<void> {
  await send(page, text)
  await expect(page.getByRole('article', { name: 'You' }).last()).toContainText(text)
  await answerEnded(page)
}

/** The words that the browser paints as found. */
function highlighted(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => [...(CSS.highlights.get('found') ?? [])].map(range => range.toString()))
}

test('[W3] [W1] results are narrowed to a workspace', async ({ page, server }) => {
  const client = clientOf(server.address)
  const { id } = await client.createWorkspace({ name: 'Zoo', icon: 'leaf' })
  await startChat(page, 'A quokka at home')
  await answerEnded(page)
  await page.goto(`/workspaces/${id}`)
  await send(page, 'A quokka in the zoo')
  await page.waitForURL(/\/chats\/chat_/)
  await answerEnded(page)
  await page.goto('/search?text=quokka')
  await expect(own(page)).toHaveCount(2)
  await page.getByRole('combobox', { name: 'Workspace' }).click()
  await page.getByRole('option', { name: 'Zoo' }).click()
  await expect(own(page)).toHaveCount(1)
  await expect(own(page)).toContainText('in the zoo')
})

seededTest.describe('a chat of 3,000 messages', () => {
  const lines = Array.from({ length: 1500 }, (_, at) => [
    { said: at === 3 ? 'Where do quokkas sleep?' : `Question ${at}` },
    { answered: `Answer ${at}` },
  ]).flat()
  seededTest.use({ seed: { lines } })

  seededTest('[W3] [FU-3] a hit near its beginning is shown, with the words highlighted', async ({ page, chatId }) => {
    await page.goto('/search?text=quokkas')
    await own(page).click()
    await expect(page).toHaveURL(new RegExp(`${chatId}\\?message=msg_`))
    await expect(page.getByRole('article', { name: 'You' }).filter({ hasText: 'Where do quokkas' })).toBeInViewport()
    await expect.poll(() => highlighted(page)).toEqual(['quokkas'])
    // What is between it and the end was not read: it comes as one scrolls, and the end is one click away.
    const conversation = page.getByRole('region', { name: 'Conversation' })
    await conversation.focus()
    await expect(async () => {
      await conversation.press('PageDown')
      await expect(page.getByText('Question 35', { exact: true })).toBeInViewport({ timeout: 100 })
    }).toPass()
    await page.getByRole('button', { name: 'Jump to end' }).click()
    await expect(page.getByText('Answer 1499')).toBeInViewport()
    await expect(page.getByText('Loading later messages…')).toHaveCount(0)
    await page.goto('/search?text=quokkas')
    await own(page).click()
    await expect(page.getByText('Where do quokkas')).toBeInViewport()
    await ask(page, 'And wombats?')
    await expect(page.getByRole('button', { name: 'Jump to end' })).toHaveCount(0)
    await expect(page.getByRole('article', { name: 'You' }).filter({ hasText: 'And wombats?' })).toHaveCount(1)
  })
})
