import type { Page } from '@playwright/test'
import { answerEnded, composer, draftSaved, expect, startChat, test } from '../setup/stet.ts'

test('[W5] what is typed on one device, with its files, is there on another, and gone when it was sent', async ({
  page,
  browser,
  baseURL,
}) => {
  const address = await startChat(page, 'What is Stet?')
  await answerEnded(page)
  const withFile = draftSaved(page, 'notes.txt')
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Attach files' }).click(),
  ])
  await chooser.setFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Buy milk.') })
  await withFile
  const saved = draftSaved(page, 'half a thou')
  await composer(page).fill('half a thou')
  await saved

  const elsewhere = await browser.newContext(baseURL === undefined ? {} : { baseURL })
  const other = await elsewhere.newPage()
  await other.goto(address)
  await expect(composer(other)).toHaveValue('half a thou')
  await expect(other.getByText('notes.txt')).toBeVisible()
  const gone = draftSaved(other, '"content":null')
  await composer(other).press('Enter')
  await gone
  await expect(composer(other)).toHaveValue('')
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(composer(page)).toHaveValue('')
  await elsewhere.close()
})

test('[FU-10] [W5] text that the server has not acknowledged survives a reload, and is saved once it answers', async ({
  page,
  request,
}) => {
  // A route does not see what a page sends while it is left, which is just what this is about.
  await page.addInitScript(() => {
    const { fetch } = window
    window.fetch = (input, init) =>
      String(input).includes('/api/drafts') && sessionStorage.getItem('away') !== null
        ? Promise.reject(new TypeError('the server is away'))
        : fetch(input, init)
  })
  await page.goto('/')
  await page.evaluate(() => sessionStorage.setItem('away', ''))
  await composer(page).fill('nobody has this yet')
  await page.reload()
  await expect(composer(page)).toHaveValue('nobody has this yet')
  const saved = draftSaved(page, 'nobody has this yet')
  expect((await (await request.get('/api/draft?name=new')).json()).content).toBeNull()
  await page.evaluate(() => sessionStorage.removeItem('away'))
  await saved
  const draft = await (await request.get('/api/draft?name=new')).json()
  expect(draft.content.text).toBe('nobody has this yet')
})

test('[FU-10] text that the browser has not stored yet survives a reload', async ({ page }) => {
  // Its database opens for the page after the reload only.
  await page.addInitScript(() => {
    if (sessionStorage.getItem('opens') === null) Object.assign(indexedDB, { open: () => ({}) })
    sessionStorage.setItem('opens', 'from now on')
    const { fetch } = window
    window.fetch = (input, init) =>
      String(input).includes('/api/drafts') ? Promise.reject(new TypeError('the server is away')) : fetch(input, init)
  })
  await page.goto('/')
  await composer(page).fill('typed a moment ago')
  await page.reload()
  await expect(composer(page)).toHaveValue('typed a moment ago')
})

test('[FU-10] [W5] where the browser refuses its database, what was typed survives reloads, and is saved once the server answers', async ({
  page,
  request,
}) => {
  await page.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('The user denied permission to access the database.', 'SecurityError')
    }
    Object.assign(indexedDB, { open: refuse })
    const { fetch } = window
    window.fetch = (input, init) =>
      String(input).includes('/api/drafts') && sessionStorage.getItem('back') === null
        ? Promise.reject(new TypeError('the server is away'))
        : fetch(input, init)
  })
  await page.goto('/')
  await composer(page).fill('typed a moment ago')
  await page.reload()
  await expect(composer(page)).toHaveValue('typed a moment ago')
  await page.reload()
  await expect(composer(page)).toHaveValue('typed a moment ago')
  const saved = draftSaved(page, 'typed a moment ago')
  await page.evaluate(() => sessionStorage.setItem('back', ''))
  await saved
  await expect.poll(() => page.evaluate(() => localStorage.getItem('stet.left:new'))).toBeNull()
  expect((await (await request.get('/api/draft?name=new')).json()).content.text).toBe('typed a moment ago')
})

test('[W5] drafts that an earlier version left in this browser move to the home once', async ({ page, request }) => {
  await page.goto('/')
  await expect(composer(page)).toBeVisible()
  await page.evaluate(() =>
    localStorage.setItem('stet.draft.new', JSON.stringify({ text: 'from before', editedAt: Date.now(), unsent: null })),
  )
  const saved = draftSaved(page, 'from before')
  await page.reload()
  await expect(composer(page)).toHaveValue('from before')
  await saved
  expect(await page.evaluate(() => localStorage.getItem('stet.draft.new'))).toBeNull()
  expect((await (await request.get('/api/draft?name=new')).json()).content.text).toBe('from before')
})

test('[W5] an unsaved system prompt is there on another device, and Revert takes it back on both', async ({
  page,
  browser,
  baseURL,
}) => {
  await page.goto('/')
  const { id } = await page.evaluate(async () => (await fetch('/api/workspace')).json())
  const openPrompt = async (on: Page) => {
    await on.goto(`/workspaces/${id}`)
    await on.getByRole('tab', { name: 'Prompt' }).click()
  }
  await openPrompt(page)
  const field = (on: Page) => on.getByRole('textbox', { name: 'System prompt' })
  const saved = draftSaved(page, 'You are a gardener.')
  await field(page).fill('You are a gardener.')
  await saved
  const elsewhere = await browser.newContext(baseURL === undefined ? {} : { baseURL })
  const other = await elsewhere.newPage()
  await openPrompt(other)
  await expect(field(other)).toHaveValue('You are a gardener.')
  await expect(other.getByText('Unsaved changes')).toBeVisible()
  const gone = draftSaved(other, '"content":null')
  await other.getByRole('button', { name: 'Revert' }).click()
  await gone
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(field(page)).toHaveValue('')
  await elsewhere.close()
})
