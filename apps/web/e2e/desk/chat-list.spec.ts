import type { Page } from '@playwright/test'
import { answerEnded, composer, expect, startChat, test } from '../setup/stet.ts'

const list = (page: Page) => page.getByRole('navigation', { name: 'Chats' })
const row = (page: Page, title: string) => list(page).getByRole('link', { name: title })

async function startNamed(page: Page, name: string): Promise<string> {
  const url = await startChat(page, 'lists')
  await answerEnded(page)
  const id = new URL(url).pathname.split('/').at(-1)
  const renamed = await page.request.patch(`/api/chats/${id}`, {
    headers: { 'idempotency-key': crypto.randomUUID() },
    data: { title: name },
  })
  expect(renamed.status()).toBe(204)
  await expect(row(page, name)).toBeVisible()
  return url
}

async function chooseFor(page: Page, title: string, item: string): Promise<void> {
  await row(page, title).hover()
  await page.getByRole('button', { name: `More about ${title}` }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

test('[W3] a deleted chat is hidden at once and restored by Undo', async ({ page }) => {
  const url = await startNamed(page, 'Mosses')
  await chooseFor(page, 'Mosses', 'Delete chat')
  await expect(row(page, 'Mosses')).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Chat deleted' })).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row(page, 'Mosses')).toBeVisible()
  await expect(page.getByRole('article', { name: 'Answer' })).toBeVisible()
  await expect(page).toHaveURL(url)
  await page.reload()
  await expect(row(page, 'Mosses')).toBeVisible()
})

test('[W3] a deleted chat goes ten seconds later without any page, and another device hides it too', async ({
  page,
  context,
}) => {
  const url = await startNamed(page, 'Mosses')
  const other = await context.newPage()
  await other.goto(url)
  await expect(row(other, 'Mosses')).toBeVisible()
  await chooseFor(page, 'Mosses', 'Delete chat')
  await expect(other.getByRole('heading', { name: 'Chat deleted' })).toBeVisible()
  await expect(row(other, 'Mosses')).toHaveCount(0)
  await Promise.all([page.goto('about:blank'), other.goto('about:blank')])
  await expect
    .poll(async () => (await page.request.get(url.replace('/chats/', '/api/chats/'))).status(), {
      timeout: 30_000,
    })
    .toBe(404)
  await page.goto(url)
  await expect(page.getByRole('heading', { name: 'Chat not found' })).toBeVisible()
})

test.describe('in a process of its own', () => {
  test.use({ ownProcess: true })

  test('[W3] a chat that was deleted before the server was killed is deleted after its restart', async ({
    page,
    data,
    open,
    server,
  }) => {
    const url = await startNamed(page, 'Mosses')
    await chooseFor(page, 'Mosses', 'Delete chat')
    await expect(page.getByRole('heading', { name: 'Chat deleted' })).toBeVisible()
    await server.kill('SIGKILL')
    const again = await open(data)
    const path = new URL(url).pathname
    await expect
      .poll(
        async () => (await page.request.get(`${again.address}${path.replace('/chats/', '/api/chats/')}`)).status(),
        {
          timeout: 30_000,
        },
      )
      .toBe(404)
    await again.kill('SIGTERM')
  })
})

test('[W3] a chat is pinned, archived and moved back', async ({ page }) => {
  await startNamed(page, 'Mosses')
  await startNamed(page, 'Ferns')
  await chooseFor(page, 'Mosses', 'Pin')
  const pinned = page.getByRole('region', { name: 'Pinned' })
  await expect(pinned.getByRole('link', { name: 'Mosses' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Today' }).getByRole('link')).toHaveText(['Ferns'])

  await chooseFor(page, 'Ferns', 'Archive')
  await expect(row(page, 'Ferns')).toHaveCount(0)
  await page.reload()
  await expect(pinned.getByRole('link', { name: 'Mosses' })).toBeVisible()
  await expect(row(page, 'Ferns')).toHaveCount(0)

  await page.getByRole('button', { name: 'Archived chats' }).click()
  await expect(row(page, 'Ferns')).toBeVisible()
  await chooseFor(page, 'Ferns', 'Move out of the archive')
  await expect(page.getByText('No archived chats')).toBeVisible()
  await page.getByRole('button', { name: 'All chats' }).click()
  await expect(row(page, 'Ferns')).toBeVisible()
})

test('[W3] several chats are selected and deleted together, and restored together', async ({ page }) => {
  for (const name of ['Mosses', 'Ferns', 'Lichens']) await startNamed(page, name)
  await page.goto('/')
  await chooseFor(page, 'Mosses', 'Select chats')
  await page.getByRole('checkbox', { name: 'Ferns' }).check()
  const bar = page.getByRole('toolbar', { name: 'Selected chats' })
  await expect(bar).toContainText('2 selected')
  await bar.getByRole('button', { name: 'Delete' }).click()
  await expect(list(page).getByRole('link')).toHaveText(['Lichens'])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(list(page).getByRole('link')).toHaveText(['Lichens', 'Ferns', 'Mosses'])
  await expect(composer(page)).toBeVisible()
})

test('[W3] of several chats, those that were deleted can be restored although others were not', async ({ page }) => {
  const [mosses] = [
    await startNamed(page, 'Mosses'),
    await startNamed(page, 'Ferns'),
    await startNamed(page, 'Lichens'),
  ]
  await page.goto('/')
  const refused = { status: 400, json: { code: 'invalid', detail: 'The disk is full.', retryable: false } }
  await page.route(`**/api${new URL(mosses).pathname}`, (route, request) =>
    request.method() === 'DELETE' ? route.fulfill(refused) : route.continue(),
  )
  await chooseFor(page, 'Mosses', 'Select chats')
  for (const name of ['Ferns', 'Lichens']) await page.getByRole('checkbox', { name }).check()
  await page.getByRole('toolbar', { name: 'Selected chats' }).getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('alert')).toContainText('Could not delete 1 of 3 chats. The disk is full.')
  await expect(list(page).getByRole('link')).toHaveText(['Mosses'])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(list(page).getByRole('link')).toHaveText(['Lichens', 'Ferns', 'Mosses'])
})

test('[W3] Undo restores the others when some cannot be, those deleted last first', async ({ page }) => {
  const names = ['Mosses', 'Ferns', 'Lichens', 'Sedges', 'Rushes', 'Reeds']
  const urls: string[] = []
  for (const name of names) urls.push(await startNamed(page, name))
  await page.goto('/')
  const gone = { status: 404, json: { code: 'chat-not-found', detail: 'there is no chat', retryable: false } }
  const asked: string[] = []
  // As many as are asked for at once cannot be restored.
  const lost = urls.slice(2).map(url => new URL(url).pathname)
  await page.route('**/api/chats/*/restore', (route, request) => {
    const chat = new URL(request.url()).pathname.replace('/api', '').replace('/restore', '')
    asked.push(chat)
    return lost.includes(chat) ? route.fulfill(gone) : route.continue()
  })
  await chooseFor(page, 'Mosses', 'Select chats')
  for (const name of names.slice(1)) await page.getByRole('checkbox', { name }).check()
  await page.getByRole('toolbar', { name: 'Selected chats' }).getByRole('button', { name: 'Delete' }).click()
  await expect(list(page).getByRole('link')).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('alert')).toContainText('Could not restore 4 of 6 chats. They were deleted meanwhile.')
  await expect(list(page).getByRole('link')).toHaveText(['Ferns', 'Mosses'])
  expect(asked).toHaveLength(6)
})

test('[W3] a chat is renamed in its place, and deleted from the keyboard', async ({ page }) => {
  await startNamed(page, 'Mosses')
  await startNamed(page, 'Ferns')
  await chooseFor(page, 'Mosses', 'Rename')
  await page.getByRole('textbox', { name: 'Chat name' }).fill('Liverworts')
  await page.keyboard.press('Enter')
  await expect(list(page).getByRole('link')).toHaveText(['Ferns', 'Liverworts'])
  await row(page, 'Ferns').focus()
  await page.keyboard.press('Delete')
  await expect(list(page).getByRole('link')).toHaveText(['Liverworts'])
  await expect(row(page, 'Liverworts')).toBeFocused()
})
