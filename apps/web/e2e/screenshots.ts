// Takes the pictures of the README: `npx node apps/web/e2e/screenshots.ts`, after the page was built.
// STET_CHROMIUM names the browser where Playwright has none of its own.
import { mkdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { chromium, type Page } from '@playwright/test'
import { makeDataFolder, startServer } from './setup/server.ts'
import { answerEnded, startChat } from './setup/stet.ts'

const folder = fileURLToPath(new URL('../../../docs/screenshots/', import.meta.url))
const desk = { width: 1280, height: 800 }
const phone = { width: 390, height: 844 }

const pictures: readonly {
  name: string
  viewport: typeof desk
  dark?: boolean
  show: (page: Page) => Promise<void>
}[] = [
  { name: 'welcome', viewport: desk, show: showWelcome },
  { name: 'mathematics', viewport: desk, show: page => ask(page, 'Show me some mathematics') },
  { name: 'inspector', viewport: desk, show: showInspector },
  { name: 'code-dark', viewport: desk, dark: true, show: askForCode },
  { name: 'thinking-phone', viewport: phone, show: page => ask(page, 'Think before you answer') },
  { name: 'table-phone-dark', viewport: phone, dark: true, show: page => ask(page, 'Show me a table') },
]

async function showWelcome(page: Page): Promise<void> {
  await page.goto('/')
  await page.getByRole('heading', { name: 'Connect a model' }).waitFor()
}

/** A list of chats as it is after a day of work. */
async function fillDesk(page: Page): Promise<void> {
  for (const asked of [
    'Plan a week in Lisbon',
    'How does Raft elect a leader?',
    'Draft a reply to the landlord',
    'Compare two heat pumps',
    'Explain the tides to a child',
  ]) {
    await startChat(page, asked)
    await answerEnded(page)
    await page.locator('h1', { hasNotText: 'New chat' }).waitFor()
  }
}

async function ask(page: Page, text: string): Promise<void> {
  await startChat(page, text)
  await answerEnded(page)
  await page.mouse.move(0, 0)
  // The colours of code and the fonts of formulas arrive after the text.
  await page.waitForTimeout(1000)
}

async function askForCode(page: Page): Promise<void> {
  await ask(page, 'Show me some code in TypeScript')
  await page.locator('.ink-keyword').first().waitFor()
}

async function showInspector(page: Page): Promise<void> {
  await ask(page, 'What is Stet?')
  await page.getByRole('button', { name: 'Inspector', exact: true }).click()
  await page.getByRole('list', { name: 'Request' }).waitFor()
  await page.mouse.move(0, 0)
}

const executablePath = process.env.STET_CHROMIUM
const { data, remove } = await makeDataFolder()
const server = await startServer({ data, pace: 0 })
const browser = await chromium.launch({
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  ...(executablePath === undefined ? {} : { executablePath }),
})
await mkdir(folder, { recursive: true })
for (const { name, viewport, dark, show } of pictures) {
  const context = await browser.newContext({
    baseURL: server.address,
    viewport,
    hasTouch: viewport === phone,
    colorScheme: dark ? 'dark' : 'light',
    timezoneId: 'UTC',
    locale: 'en-GB',
  })
  // What explains the margin the first time would be in the way.
  await context.addInitScript(() => localStorage.setItem('stet.margin-legend', 'seen'))
  const page = await context.newPage()
  await show(page)
  await page.evaluate(() => document.fonts.ready)
  await page.screenshot({ path: `${folder}${name}.png`, animations: 'disabled' })
  if (name === 'welcome') await fillDesk(page)
  await context.close()
}
await browser.close()
await server.kill('SIGTERM')
await remove()
