import { test as base, expect, type Locator, type Page } from '@playwright/test'
import { makeDataFolder, type ServerHost, type StetServer, startServer, startServerHost } from './server.ts'

export interface Options {
  /** How fast the demo model writes in this test: 0 at once, 1 like a model, for tests about what happens meanwhile. */
  pace: number
  /** For a test that kills its server. */
  ownProcess: boolean
  /** Whether the margin is explained and the tour offered, as at the first visit. */
  explains: boolean
}

export interface Fixtures {
  data: string
  open: (data: string) => Promise<StetServer>
  server: StetServer
}

export { expect }

/** Every test has a data folder of its own. The servers of a worker share a process, unless a test asks for one of its own. */
export const test = base.extend<Options & Fixtures, { host: ServerHost }>({
  pace: [0, { option: true }],
  ownProcess: [false, { option: true }],
  explains: [false, { option: true }],
  host: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from this what the fixture needs
    async ({}, use) => {
      const host = startServerHost()
      await use(host)
      await host.end()
    },
    { scope: 'worker' },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from this what the fixture needs
  data: async ({}, use) => {
    const { data, remove } = await makeDataFolder()
    await use(data)
    await remove()
  },
  open: async ({ host, pace, ownProcess }, use) =>
    use(data => (ownProcess ? startServer({ data, pace }) : host.open({ data, pace }))),
  server: async ({ data, open }, use) => {
    const server = await open(data)
    await use(server)
    await server.kill('SIGTERM')
  },
  // What explains the margin and offers the tour the first time would be in the way of everything else.
  context: async ({ context, explains }, use) => {
    if (!explains) {
      await context.addInitScript(() => {
        if (location.protocol.startsWith('http')) localStorage.setItem('stet.margin-legend', 'seen')
      })
    }
    await use(context)
  },
  baseURL: async ({ server }, use) => use(server.address),
})

/** Where a journey is tried that is laid out differently on each. */
export const DEVICES = [
  ['a desk', { width: 1440, height: 900 }],
  ['a phone', { width: 390, height: 844 }],
] as const

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
  const before = await lastPlace(page)
  await send(page, text)
  await expect.poll(() => lastPlace(page), { intervals: [50] }).toBeGreaterThan(before)
  await answerEnded(page)
}

/** Where the last answer is in the conversation. What scrolled away is not in the document, so that answers cannot be counted. */
async function lastPlace(page: Page): Promise<number> {
  if ((await answers(page).count()) === 0) return -1
  return answers(page)
    .last()
    .evaluate(answer => Number(answer.closest('[data-index]')?.getAttribute('data-index')))
}

export async function answerEnded(page: Page): Promise<void> {
  await expect(page.getByRole('article', { name: 'Answer', exact: true }).last()).toBeVisible({ timeout: 60_000 })
  await expect(page.getByRole('button', { name: 'Stop' })).toHaveCount(0)
}

export function textOf(locator: Locator): Promise<string> {
  return locator.evaluate(element => element.querySelector('.markdown')?.textContent ?? '')
}

/** The page gets no events: it shows what it loads. The stream that tabs share is out of a page's reach, so this one has its own. */
export async function withoutEvents(page: Page): Promise<void> {
  await page.addInitScript(() => Reflect.deleteProperty(window, 'SharedWorker'))
  await page.route('**/api/events**', route => route.abort())
}

/** Resolves when the home has saved a draft with this text. Ask before typing it. */
export async function draftSaved(page: Page, text: string): Promise<void> {
  await page.waitForResponse(
    response => response.url().endsWith('/api/drafts') && (response.request().postData() ?? '').includes(text),
  )
}
