import type { Page } from '@playwright/test'
import { says } from '../setup/priced-upstream.ts'
import { makeDataFolder, startServer } from '../setup/server.ts'
import { answerEnded, ask, composer, draftSaved, expect, send, test } from '../setup/stet.ts'
import { addProvider, wireTest } from '../setup/upstream.ts'

test.describe('installed', () => {
  test.use({ serviceWorkers: 'allow' })
  wireTest.use({ serviceWorkers: 'allow' })

  test('[V1] below a base path the page opens without its server, keeps what is typed, and sends it later', async ({
    page,
    host,
  }) => {
    const { data, remove } = await makeDataFolder()
    const first = await host.open({ data, base: '/tools/stet' })
    await page.goto(`${first.address}/`)
    await page.evaluate(async () => (await navigator.serviceWorker.ready).scope)
    await send(page, 'lists')
    await page.waitForURL(/\/tools\/stet\/chats\/chat_/)
    await answerEnded(page)
    // A place of its own, opened by its address: its files are two folders further up.
    await page.reload()
    await answerEnded(page)
    await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated')

    await first.kill('SIGTERM')
    await page.goto(`${first.address}/`)
    await expect(page.getByText('Reconnecting… What you type is kept.')).toBeVisible()
    await composer(page).fill('table')
    await page.reload()
    await expect(composer(page)).toHaveValue('table')
    // Every page of it can be read, also one that was never opened.
    await page.goto(`${first.address}/help/context`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()

    const saved = draftSaved(page, 'table')
    const second = await host.open({ data, base: '/tools/stet', port: first.port })
    await saved
    await page.goto(`${first.address}/`)
    await expect(composer(page)).toHaveValue('table')
    await composer(page).press('Enter')
    await page.waitForURL(/\/chats\/chat_/)
    await answerEnded(page)
    await second.kill('SIGTERM')
    await remove()
  })

  wireTest(
    '[V2] a diagram that was not drawn yet is drawn while there is no server',
    async ({ page, host, upstream }) => {
      const { data, remove } = await makeDataFolder()
      const server = await host.open({ data })
      const diagram = '```mermaid\ngraph TD\n  A[High water] --> B[Low water]\n```'
      const long = 'A line of the tides.\n\n'.repeat(200)
      upstream.reply(says(asked => ({ text: asked === 'title' ? 'Tides' : long })))
      await addProvider(server.address, upstream)
      await page.goto(`${server.address}/`)
      await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated')
      await send(page, diagram)
      await page.waitForURL(/chats\/chat_/)
      await answerEnded(page)
      upstream.reply(says(() => ({ text: `${diagram}\n\n${long}` })))
      await ask(page, 'Draw the tides')
      await expect(page.locator('iframe')).toHaveCount(0)
      await server.kill('SIGTERM')
      await expect(page.getByText('Reconnecting… What you type is kept.')).toBeVisible()
      await page.getByRole('region', { name: 'Conversation' }).evaluate(list => {
        list.dispatchEvent(new WheelEvent('wheel', { deltaY: -1 }))
        list.scrollTo(0, list.scrollHeight / 2)
      })
      await expect(page.frameLocator('iframe').locator('svg')).toContainText('High water')
      await remove()
    },
  )

  test('[V1] what another program shares is in the composer of a new chat, with what was typed there', async ({
    page,
  }) => {
    await page.goto('/')
    await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated')
    const saved = draftSaved(page, 'typed before')
    await composer(page).fill('typed before')
    await saved
    await page.goto('/settings/general')
    const opened = await page.evaluate(async () => {
      const form = new FormData()
      form.set('text', 'Read this')
      form.set('url', 'https://example.com/a')
      form.append('files', new File(['one two'], 'notes.txt', { type: 'text/plain' }))
      return (await fetch('/share', { method: 'POST', body: form })).url
    })
    await page.goto(opened)
    await expect(composer(page)).toHaveValue('Read this\nhttps://example.com/a\n\ntyped before')
    await expect(page.getByText('notes.txt')).toBeVisible()
    await expect(page).toHaveURL(/\/$/)
    await expect(page.getByRole('button', { name: 'Send' })).toBeEnabled()
  })

  test('[V1] an answer that ends while the page is in the background becomes a notification, once the user wants them', async ({
    page,
  }) => {
    await page.addInitScript(() => Object.defineProperty(Notification, 'permission', { get: () => 'granted' }))
    await page.goto('/settings/general')
    await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated')
    await page.getByRole('combobox', { name: 'Notifications' }).click()
    await page.getByRole('option', { name: 'On', exact: true }).click()
    await page.goto('/')
    await send(page, 'lists')
    await answerEnded(page)
    const shown = await catchNotifications(page)
    await send(page, 'table')
    await expect.poll(shown).toEqual(['The answer is ready.'])
  })
})

test.describe('updated', () => {
  test.use({ ownProcess: true })

  test('[V1] a page says that a newer one is served, and shows it on demand', async ({ page, data, server }) => {
    await page.goto('/')
    // Its last part is fetched after the first: without it, the page says that it could not be loaded.
    await expect(page.getByRole('heading', { name: 'Connect a model' })).toBeVisible()
    await composer(page).fill('half a thought')
    const update = page.getByRole('button', { name: 'Reload' })
    await expect(update).toHaveCount(0)
    await server.kill('SIGKILL')
    await expect(page.getByText('Reconnecting…')).toBeVisible()
    await page.route(/\/$/, async route => {
      const response = await route.fetch()
      const body = (await response.text()).replace(/(name="build" content=")\w+/, '$1another')
      await route.fulfill({ response, body })
    })
    const again = await startServer({ data, port: server.port })
    await expect(page.getByText('A new version is ready.')).toBeVisible()
    await update.click()
    await expect(page.getByText('A new version is ready.')).toHaveCount(0)
    await expect(composer(page)).toHaveValue('half a thought')
    // A page that is left open asks a server that ends.
    await page.close()
    await again.kill('SIGTERM')
  })
})

/**
 * Chromium without a window shows no notifications, and a page of it is always visible, to itself and to its service worker. So the last
 * step alone, from the worker to the screen, is taken by the test.
 */
async function catchNotifications(page: Page): Promise<() => Promise<readonly string[]>> {
  await page.evaluate(() => Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' }))
  const [worker] = page.context().serviceWorkers()
  if (worker === undefined) throw new Error('the page has no service worker')
  const shown = await worker.evaluateHandle(() => {
    const bodies: string[] = []
    const { clients, registration } = globalThis as unknown as {
      clients: { matchAll(): Promise<readonly unknown[]> }
      registration: ServiceWorkerRegistration
    }
    clients.matchAll = async () => []
    registration.showNotification = async (_title, options) => {
      bodies.push(options?.body ?? '')
    }
    return bodies
  })
  return () => shown.jsonValue()
}
