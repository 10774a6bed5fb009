// Writes pictures of the pages and their states, at three sizes and in both themes, to .cache/gallery: `npx node apps/web/e2e/gallery.ts [state …]`,
// after the page was built. STET_CHROMIUM names the browser where Playwright has none of its own.
import { mkdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { chromium, type Page } from '@playwright/test'
import { makeDataFolder, startServer } from './server.ts'
import { answerEnded, ask, send, startChat } from './stet.ts'

const folder = fileURLToPath(new URL('../../../.cache/gallery/', import.meta.url))

const sizes = {
  desk: { width: 1440, height: 900 },
  tablet: { width: 1100, height: 800 },
  phone: { width: 390, height: 844 },
}

const states: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  welcome: async page => void (await page.goto('/')),
  'not-found': async page => void (await page.goto('/nowhere')),
  providers: async page => {
    await page.goto('/providers')
    await page.getByRole('link', { name: /^Anthropic/ }).waitFor()
  },
  'new-provider': async page => {
    await page.goto('/providers/new?preset=anthropic')
    await page.getByText('Advanced').click()
  },
  table: page => answered(page, 'Show me a table'),
  thinking: page => answered(page, 'Think before you answer'),
  failed: page => answered(page, 'Show me an error'),
  inspector: async page => {
    await answered(page, 'What is Stet?')
    await page.getByRole('button', { name: 'Inspector', exact: true }).click()
    await page.getByRole('tab', { name: 'Request' }).waitFor()
  },
  settings: page => inspectorTab(page, 'Settings'),
  'answer-settings': page => inspectorTab(page, 'Answer'),
  tools: page => inspectorTab(page, 'Tools'),
  margin: async page => {
    await answered(page, 'What is Stet?')
    await page.locator('[data-margin]').first().press('Enter')
    await page.getByRole('button', { name: 'Show in inspector' }).waitFor()
  },
  models: async page => {
    await page.goto('/')
    await page.getByRole('button', { name: /^Model: / }).click()
    await page.getByRole('option').first().waitFor()
  },
  'past-request': async page => {
    await answered(page, 'What is Stet?')
    await page.getByRole('button', { name: 'More' }).last().click()
    await page.getByRole('menuitem', { name: 'View request' }).click()
    await page.getByRole('tab', { name: 'Figures' }).click()
  },
  approval: async page => {
    await inspectorTab(page, 'Tools')
    await page.getByRole('switch').first().click()
    await page.keyboard.press('Escape')
    await send(page, 'to-do list')
    await page.waitForTimeout(2000)
  },
  shortcuts: async page => {
    await page.goto('/')
    await page.locator('#main').focus()
    await page.keyboard.press('?')
    await page.getByRole('dialog').waitFor()
  },
  chats: async page => {
    await page.goto('/')
    const menu = page.getByRole('button', { name: 'Chats' })
    if (await menu.isVisible()) await menu.click()
  },
}

async function answered(page: Page, text: string): Promise<void> {
  await startChat(page, text)
  await answerEnded(page)
  await ask(page, 'lists')
  await page.mouse.move(0, 0)
  // The colours of code and the fonts of formulas arrive after the text.
  await page.waitForTimeout(500)
}

async function inspectorTab(page: Page, name: string): Promise<void> {
  await states.inspector?.(page)
  await page.getByRole('tab', { name }).click()
}

const executablePath = process.env.STET_CHROMIUM
const { data, remove } = await makeDataFolder()
const server = await startServer({ data, pace: 0 })
const browser = await chromium.launch({
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  ...(executablePath === undefined ? {} : { executablePath }),
})
await mkdir(folder, { recursive: true })
const wanted = process.argv.slice(2)
for (const [state, show] of Object.entries(states)) {
  if (wanted.length > 0 && !wanted.includes(state)) continue
  for (const [size, viewport] of Object.entries(sizes)) {
    const context = await browser.newContext({
      baseURL: server.address,
      viewport,
      hasTouch: size === 'phone',
      timezoneId: 'UTC',
      locale: 'en-GB',
    })
    const page = await context.newPage()
    page.setDefaultTimeout(20_000)
    try {
      await show(page)
    } catch (error) {
      process.stderr.write(`${state} at ${size}: ${error instanceof Error ? error.message : String(error)}\n`)
      process.exitCode = 1
    }
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.waitForTimeout(300)
      await page.screenshot({ path: `${folder}${state}-${size}-${colorScheme}.png`, animations: 'disabled' })
    }
    await context.close()
  }
}
await browser.close()
await server.kill('SIGTERM')
await remove()
