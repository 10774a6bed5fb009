import type { Page } from '@playwright/test'
import type { ChatId } from '@stet/api/client'
import {
  clientOf,
  effect,
  inspector,
  margin,
  openChat,
  seededTest,
  sentence,
  toolWork,
} from '../setup/inspector-page.ts'
import type { Line } from '../setup/seed-chat.ts'
import { answerEnded, composer, expect, send, startChat, test } from '../setup/stet.ts'

test.use({ viewport: { width: 1440, height: 900 } })

for (const { name, use } of [
  { name: 'a desk', use: { viewport: { width: 1440, height: 900 } } },
  { name: 'a tablet', use: { viewport: { width: 800, height: 1000 } } },
  { name: 'a phone', use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } },
] as const) {
  test.describe(`on ${name}`, () => {
    test.use(use)

    test('[C17] [V1] the inspector opens, says what is sent, and closes', async ({ page }) => {
      await startChat(page, 'What is Stet?')
      await answerEnded(page)
      await expect(inspector(page)).toHaveCount(0)
      const opener = page.getByRole('button', { name: 'Inspector', exact: true })
      await opener.click()
      await expect(inspector(page)).toContainText('Next request')
      await expect(inspector(page)).toContainText('2 messages, in full.')
      await expect(inspector(page)).toContainText('This model has no cache.')
      await expect(inspector(page).getByRole('listitem').filter({ hasText: 'What is Stet?' })).toContainText(
        'Will be sent',
      )
      await expect(inspector(page)).toBeInViewport({ ratio: 0.99 })
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
      await page.keyboard.press('Escape')
      await expect(inspector(page)).toHaveCount(0)
      await expect(opener).toBeFocused()
    })
  })
}

test.describe('at the first visit', () => {
  test.use({ explains: true })

  test('[C17] [V1] the lines of the margin are explained once and on request; what the model does not see can be hidden', async ({
    page,
  }) => {
    await startChat(page, 'What is Stet?')
    await answerEnded(page)
    const legend = page.getByRole('region', { name: 'What the lines mean' })
    for (const words of ['Will be sent', 'In the provider’s cache', 'Shortened', 'Forgotten', 'Left out by you']) {
      await expect(legend).toContainText(words)
    }
    await legend.getByRole('button', { name: 'Got it' }).click()
    await expect(legend).toHaveCount(0)
    await page.reload()
    await expect(page.getByRole('article', { name: 'You' })).toBeVisible()
    const line = page.getByRole('article', { name: 'You' }).getByRole('button', { name: /^You\. Will be sent/ })
    await line.click()
    await expect(legend).toHaveCount(0)
    await page.getByRole('button', { name: 'What the lines mean' }).click()
    const dialog = page.getByRole('dialog', { name: 'What the lines mean' })
    await expect(dialog).toContainText('a summary is sent in its place')
    await dialog.getByRole('button', { name: 'Close' }).click()

    await line.click()
    await page.getByRole('button', { name: 'Leave out' }).click()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: /^You\. Left out by you/ })).toBeVisible()
    await page.getByRole('button', { name: 'Chat', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Show only what the model sees' }).click()
    await expect(page.getByRole('article', { name: 'You' })).toHaveCount(0)
    await expect(page.getByRole('article', { name: 'Answer' })).toHaveCount(1)
    await page.getByRole('button', { name: 'Show all' }).click()
    await expect(page.getByRole('article', { name: 'You' })).toHaveCount(1)
  })
})

test('[V1] the inspector is 380 wide, can be resized by pointer and by keyboard, and stays so', async ({ page }) => {
  await startChat(page, 'What is Stet?')
  await answerEnded(page)
  await page.getByRole('button', { name: 'Inspector', exact: true }).click()
  const width = async () => (await inspector(page).boundingBox())?.width
  await expect.poll(width).toBe(380)
  const separator = page.getByRole('separator', { name: 'Inspector width' })
  await separator.focus()
  await page.keyboard.press('ArrowLeft')
  await expect.poll(width).toBe(396)
  await separator.hover()
  await page.mouse.down()
  await page.mouse.move(940, 300)
  await page.mouse.up()
  await expect.poll(width).toBe(500)
  await page.reload()
  await page.getByRole('button', { name: 'Inspector', exact: true }).click()
  await expect.poll(width).toBe(500)
})

seededTest('[C17] a report that cannot be had says so and is asked for again', async ({ page, chatId }) => {
  await openChat(page, chatId)
  await page.getByRole('button', { name: 'Inspector', exact: true }).click()
  await expect(inspector(page)).toContainText('in full')
  await page.route('**/inspection', route => route.abort())
  await composer(page).fill('more')
  await expect(inspector(page).getByRole('alert')).toContainText('Could not load the next request')
  await page.unroute('**/inspection')
  await inspector(page).getByRole('button', { name: 'Retry' }).click()
  await expect(inspector(page).getByRole('alert')).toHaveCount(0)
})

seededTest(
  '[C19] a message is pinned, left out and taken back from the margin, and stays so',
  async ({ page, server, chatId }) => {
    await openChat(page, chatId)
    const client = clientOf(server.address)
    const { chat } = await client.chat(chatId)
    const context = { ...chat.settings.context, toolMemory: { mode: 'forget', afterConclusions: 0 } } as const
    await client.changeContext(chatId, { context })
    const results = margin(page, 'Tool results')
    await expect(results).toHaveAccessibleName(/Forgotten/)
    await results.click()
    await page.getByRole('button', { name: 'Pin' }).click()
    await expect(results).toHaveAccessibleName(/Pinned by you\./)
    await page.reload()
    await expect(results).toHaveAccessibleName(/Pinned by you/)
    await results.click()
    await page.getByRole('button', { name: 'Leave out' }).click()
    await expect(results).toHaveAccessibleName(/Left out by you/)
    await page.reload()
    await expect(results).toHaveAccessibleName(/Left out by you/)
    await results.click()
    await page.getByRole('button', { name: 'Include again' }).click()
    await expect(results).toHaveAccessibleName(/Forgotten/)
  },
)

seededTest('[C17] the margin opens, and leads to the entry in the inspector and back', async ({ page, chatId }) => {
  await openChat(page, chatId)
  await margin(page, 'You').first().press('Enter')
  await expect(page.getByText('Will be sent', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Show in inspector' }).press('Enter')
  const entry = inspector(page).getByRole('button', { name: /Read both notes\./ })
  await expect(entry).toBeFocused()
  await inspector(page)
    .getByRole('button', { name: /The second is newer\./ })
    .click()
  await expect(page.getByRole('article').filter({ hasText: 'The second is newer.' })).toBeInViewport()
})

test.describe('a chat with a summary', () => {
  seededTest.use({
    seed: { lines: [{ said: 'Granite?' }, { answered: 'Granite.' }, { summary: 'Granite it is.' }, ...toolWork] },
  })

  seededTest('[C2] [C17] a bracket covers all that the summary replaces', async ({ page, chatId }) => {
    await openChat(page, chatId)
    await expect(page.locator('[data-margin="bracket"]')).toHaveCount(2)
    await expect(margin(page, 'You').first()).toHaveAccessibleName(/Summarised/)
    await page.getByRole('button', { name: 'Inspector', exact: true }).click()
    await expect(inspector(page)).toContainText('Earlier messages')
    await expect(inspector(page)).toContainText('The summary in the system prompt replaces it.')
  })
})

test.describe('a long chat', () => {
  const turns = Array.from({ length: 150 }, (_, turn): Line[] => [
    { said: `Turn ${turn}` },
    { answered: `Answer ${turn}` },
  ])
  seededTest.use({ seed: { lines: turns.flat() } })

  seededTest(
    '[C17] [FU-3] keeps little in the document, and an entry leads to a message that is not loaded yet',
    async ({ page, chatId }) => {
      await openChat(page, chatId)
      await page.getByRole('button', { name: 'Inspector', exact: true }).click()
      await expect(inspector(page)).toContainText('300 messages, in full.')
      expect(await inspector(page).getByRole('listitem').count()).toBeLessThan(40)
      await inspector(page).getByRole('list', { name: 'Request' }).getByRole('button').first().click()
      await expect(page.getByRole('article', { name: 'You' }).getByText('Turn 0', { exact: true })).toBeInViewport()
    },
  )
})

test('[C9] the composer shows the meter, and what is typed counts', async ({ page }) => {
  await startChat(page, 'What is Stet?')
  await answerEnded(page)
  const meter = page.getByRole('button', { name: /^Context: / })
  await expect(meter).toHaveAccessibleName(/^Context: \d+ of \d+\.\dk tokens/)
  const before = await meter.textContent()
  await composer(page).fill(sentence.repeat(100))
  await expect(meter).not.toHaveText(before ?? '')
  await meter.click()
  await expect(inspector(page)).toBeVisible()
})

test('[C9] what does not fit is not sent, stays in the composer, and the inspector makes room', async ({ page }) => {
  const url = await startChat(page, 'What is Stet?')
  await answerEnded(page)
  const client = clientOf(new URL(url).origin)
  const chatId = `chat_${url.split('chat_')[1]}` as ChatId
  const { chat } = await client.chat(chatId)
  const { context } = chat.settings
  const compaction = { ...context.compaction, automatic: false }
  await client.changeContext(chatId, { context: { ...context, compaction, maxPromptTokens: 1000 } })
  const text = sentence.repeat(60).trim()
  await send(page, text)
  const alert = page.getByRole('alert').filter({ hasText: 'too long for this model' })
  await expect(alert).toContainText('your own limit of 1,000')
  await expect(composer(page)).toHaveValue(text)
  await page.reload()
  await expect(composer(page)).toHaveValue(text)
  await composer(page).press('Enter')
  await alert.getByRole('button', { name: 'Open inspector' }).click()
  await expect(inspector(page)).toContainText('Too long to send.')
  await inspector(page).getByRole('textbox', { name: 'Largest request' }).fill('')
  await expect(inspector(page)).not.toContainText('Too long to send')
  await inspector(page).getByRole('button', { name: 'Save' }).click()
  await expect(effect(page)).toHaveCount(0)
  await composer(page).press('Enter')
  await expect(composer(page)).toHaveValue('')
  await answerEnded(page)
})

seededTest('[V1] [C17] [C19] all of it can be done with the keyboard alone', async ({ page, chatId }) => {
  await openChat(page, chatId)
  await expect(composer(page)).toBeFocused()
  await page.keyboard.press('Control+i')
  await expect(inspector(page)).toBeFocused()
  const settings = inspector(page).getByRole('tab', { name: 'Settings' })
  for (let step = 0; step < 6 && !(await focusedIs(page, 'tab')); step += 1) await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowRight')
  await expect(inspector(page).getByRole('tab', { name: 'Prompt' })).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(settings).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowDown')
  await expect(inspector(page).getByRole('radio', { name: 'Forget immediately' })).toBeChecked()
  await expect(effect(page)).toContainText(/Saves/)
  const save = inspector(page).getByRole('button', { name: 'Save' })
  for (let step = 0; step < 80 && !(await save.evaluate(isFocused)); step += 1) await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(effect(page)).toHaveCount(0)
  await expect(settings).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(inspector(page)).toHaveCount(0)
  await expect(composer(page)).toBeFocused()
  const results = margin(page, 'Tool results')
  await expect(results).toHaveAccessibleName(/Forgotten/)
  for (let step = 0; step < 60 && !(await results.evaluate(isFocused)); step += 1)
    await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Pin' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(results).toHaveAccessibleName(/Pinned by you/)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Show in inspector' })).toHaveCount(0)
  await expect(results).toBeFocused()
})

function isFocused(element: Element): boolean {
  return element === document.activeElement
}

function focusedIs(page: Page, role: string): Promise<boolean> {
  return page.evaluate(wanted => document.activeElement?.getAttribute('role') === wanted, role)
}

test.describe('by touch', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  seededTest(
    '[V1] [C19] the margin is wide enough for a finger, and a tap opens what can be done',
    async ({ page, chatId }) => {
      await openChat(page, chatId)
      const rail = margin(page, 'Answer').last()
      const box = await rail.boundingBox()
      expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(40)
      await rail.tap()
      await page.getByRole('button', { name: 'Leave out' }).tap()
      await expect(rail).toHaveAccessibleName(/Left out by you/)
    },
  )
})

test('[V1] opened while one types, the inspector leaves the focus in the field', async ({ page }) => {
  await startChat(page, 'What is Stet?')
  await answerEnded(page)
  await composer(page).focus()
  await page.keyboard.type('still ')
  await page.keyboard.press('Control+i')
  await expect(inspector(page)).toContainText('Next request')
  await page.keyboard.type('here')
  await expect(composer(page)).toHaveValue('still here')
})

test('[C17] a click keeps the card of the margin open that hovering opened', async ({ page }) => {
  await startChat(page, 'What is Stet?')
  await answerEnded(page)
  const rail = margin(page, 'You').first()
  const inCard = page.getByRole('button', { name: 'Show in inspector' })
  await page.clock.install()
  await rail.hover()
  await expect(inCard).toBeVisible()
  await page.mouse.move(900, 700)
  await page.clock.runFor(1000)
  await expect(inCard).toHaveCount(0)
  await rail.hover()
  await expect(inCard).toBeVisible()
  await rail.click()
  await page.mouse.move(900, 700)
  await page.clock.runFor(1000)
  expect(await inCard.count()).toBe(1)
  await page.keyboard.press('Escape')
  await expect(inCard).toHaveCount(0)
})
