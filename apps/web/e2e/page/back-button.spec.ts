import type { Locator, Page } from '@playwright/test'
import { margin } from '../setup/inspector-page.ts'
import { draw, picker } from '../setup/pictures.ts'
import { answerEnded, composer, expect, send, startChat, test } from '../setup/stet.ts'
import { addProvider, wireTest } from '../setup/upstream.ts'

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('[V1] Back closes what floats, and only then leaves the chat', async ({ page }) => {
    const address = await startChat(page, 'What is Stet?')
    await answerEnded(page)
    const opened: readonly (readonly [open: () => Promise<void>, floats: Locator])[] = [
      [() => page.getByRole('button', { name: 'Chats' }).click(), page.getByRole('dialog', { name: 'Chats' })],
      [() => page.getByRole('button', { name: 'Chat', exact: true }).click(), page.getByRole('menu')],
      [
        () => page.getByRole('button', { name: 'Usage details' }).click(),
        page.getByRole('dialog', { name: 'Context', exact: true }),
      ],
      [() => page.keyboard.press('Control+k'), page.getByRole('dialog', { name: 'Go to' })],
      [() => page.keyboard.press('Control+i'), page.getByRole('dialog', { name: 'Inspector' })],
      [
        () => page.getByRole('button', { name: /^Model/ }).click(),
        page.getByRole('dialog', { name: 'Choose a model' }),
      ],
    ]
    for (const [open, floats] of opened) {
      await open()
      await expect(floats).toBeVisible()
      await goBack(page)
      await expect(floats).toHaveCount(0)
      await expect(page).toHaveURL(address)
      await expect(page.getByRole('article', { name: 'You' })).toBeVisible()
    }
    // What closed by itself takes no step back with it.
    await margin(page, 'You').tap()
    await page.getByRole('button', { name: 'Show in inspector' }).click()
    await expect(page.getByRole('dialog', { name: 'Inspector' })).toBeVisible()
    await goBack(page)
    await expect(page.getByRole('dialog', { name: 'Inspector' })).toHaveCount(0)
    await expect(page).toHaveURL(address)
    await goBack(page)
    await expect(page).toHaveURL(/\/$/)
    await page.evaluate(() => history.forward())
    await expect(page).toHaveURL(address)
  })

  test('[V1] Back closes one layer at a time, also after a reload', async ({ page }) => {
    const address = await startChat(page, 'What is Stet?')
    await answerEnded(page)
    await page.reload()
    await page.getByRole('button', { name: 'Chats' }).click()
    const drawer = page.getByRole('dialog', { name: 'Chats' })
    await drawer.getByRole('button', { name: 'New workspace' }).click()
    const dialog = page.getByRole('dialog', { name: 'New workspace' })
    await expect(dialog).toBeVisible()
    await goBack(page)
    await expect(dialog).toHaveCount(0)
    await expect(drawer).toBeVisible()
    await goBack(page)
    await expect(drawer).toHaveCount(0)
    await expect(page).toHaveURL(address)
    await goBack(page)
    await expect(page).toHaveURL(/\/$/)
  })

  test('[V1] a chat chosen in the drawer is one step back', async ({ page }) => {
    const address = await startChat(page, 'What is Stet?')
    await answerEnded(page)
    await page.getByRole('button', { name: 'Chats' }).click()
    await page.getByRole('dialog', { name: 'Chats' }).getByRole('link', { name: 'New chat', exact: true }).click()
    await expect(page).toHaveURL(/\/$/)
    await goBack(page)
    await expect(page).toHaveURL(address)
    await expect(page.getByRole('article', { name: 'You' })).toBeVisible()
  })

  test('[V1] the Back button of Android closes what floats where nothing is behind the page', async ({ page }) => {
    // What the system does with that button there. It cannot be pressed from a test.
    await page.addInitScript(() => {
      const Native = window.CloseWatcher
      if (Native === undefined) throw new Error('this browser has no close requests')
      const watchers: object[] = []
      Reflect.set(window, 'closeWatchers', watchers)
      Reflect.set(
        window,
        'CloseWatcher',
        class extends Native {
          constructor() {
            super()
            watchers.push(this)
          }
        },
      )
    })
    const requestClose = () =>
      page.evaluate(() => {
        const watcher = Reflect.get(window, 'closeWatchers').at(-1)
        watcher.requestClose()
      })
    await page.goto('/')
    await expect(composer(page)).toBeVisible()
    await page.getByRole('button', { name: 'Chats' }).click()
    const drawer = page.getByRole('dialog', { name: 'Chats' })
    await drawer.getByRole('button', { name: 'New workspace' }).click()
    const dialog = page.getByRole('dialog', { name: 'New workspace' })
    await expect(dialog).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(drawer).toBeVisible()
    await drawer.getByRole('button', { name: 'New workspace' }).click()
    await expect(dialog).toBeVisible()
    await requestClose()
    await expect(dialog).toHaveCount(0)
    await expect(drawer).toBeVisible()
    await requestClose()
    await expect(drawer).toHaveCount(0)
  })
})

wireTest.describe('a picture on a phone', () => {
  wireTest.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  wireTest('[V1] [W4] Back closes a picture that fills the screen', async ({ page, server, upstream }) => {
    await addProvider(server.address, upstream)
    await page.goto('/')
    await picker(page).setInputFiles(await draw(page, 'one.png', { width: 60, height: 40, type: 'image/png' }))
    await expect(page.getByRole('button', { name: /^Remove / })).toHaveCount(1)
    await send(page, 'Look')
    await page.waitForURL(/\/chats\/chat_/)
    await page.getByRole('button', { name: 'Open one.jpg' }).click()
    await expect(page.getByRole('dialog').getByRole('img', { name: 'one.jpg' })).toBeVisible()
    await goBack(page)
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page).toHaveURL(/\/chats\/chat_/)
  })
})

test.describe('on a desk', () => {
  test.use({ viewport: { width: 1440, height: 900 } })

  test('[V1] Back goes back, whatever is open', async ({ page }) => {
    await startChat(page, 'What is Stet?')
    await answerEnded(page)
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('dialog', { name: 'Go to' })).toBeVisible()
    await goBack(page)
    await expect(page).toHaveURL(/\/$/)
  })
})

/** The page decides what becomes of it: nothing is waited for. */
async function goBack(page: Page): Promise<void> {
  await page.evaluate(() => history.back())
}
