import { test as base, expect, type Locator, type Page } from '@playwright/test'
import { makeDataFolder, type StetServer, startServer } from './server.ts'

export interface Options {
  /** How fast the demo model writes in this test. */
  pace: number
}

export interface Fixtures {
  data: string
  server: StetServer
}

export { expect }

/** Every test has a server and a data folder of its own. */
export const test = base.extend<Options & Fixtures>({
  pace: [1, { option: true }],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from this what the fixture needs
  data: async ({}, use) => {
    const { data, remove } = await makeDataFolder()
    await use(data)
    await remove()
  },
  server: async ({ data, pace }, use) => {
    const server = await startServer({ data, pace })
    await use(server)
    await server.kill('SIGTERM')
  },
  baseURL: async ({ server }, use) => use(server.address),
})

export function composer(page: Page): Locator {
  return page.getByRole('textbox', { name: 'Message', exact: true })
}

/** Every answer on the page, finished or not. */
export function answers(page: Page): Locator {
  return page.getByRole('article', { name: 'Answer' })
}

export async function send(page: Page, text: string): Promise<void> {
  await composer(page).fill(text)
  await composer(page).press('Enter')
}

/** Starts a chat and waits until its page is open. */
export async function startChat(page: Page, text: string): Promise<string> {
  await page.goto('/')
  await send(page, text)
  await page.waitForURL(/\/chats\/chat_/)
  return page.url()
}

/** Asks in an open chat and waits for the end of that answer: right after sending, the last one on the page is still the one before. */
export async function ask(page: Page, text: string): Promise<void> {
  const before = await answers(page).count()
  await send(page, text)
  await expect(answers(page)).toHaveCount(before + 1)
  await answerEnded(page)
}

export async function answerEnded(page: Page): Promise<void> {
  await expect(page.getByRole('article', { name: 'Answer', exact: true }).last()).toBeVisible({ timeout: 60_000 })
  await expect(page.getByRole('button', { name: 'Stop' })).toHaveCount(0)
}

export function textOf(locator: Locator): Promise<string> {
  return locator.evaluate(element => element.querySelector('.markdown')?.textContent ?? '')
}
