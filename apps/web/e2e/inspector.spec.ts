import type { Locator, Page } from '@playwright/test'
import { type ChatId, createClient } from '@stet/api/client'
import { type Line, seedChat } from './seed-chat.ts'
import { startServer } from './server.ts'
import { answerEnded, composer, expect, send, startChat, test } from './stet.ts'

const sentence = 'The tide comes in twice a day, and the harbour wall must stand the higher of the two. '

/** Two turns with tool work and thinking, so that every rule has something to decide about. */
const toolWork: readonly Line[] = [
  { said: 'Read both notes.' },
  { answered: 'I read them.', thought: sentence.repeat(20), calls: ['read_file', 'read_file'] },
  { results: [sentence.repeat(60), sentence.repeat(50)] },
  { answered: 'The first asks for granite, the second for brick.', thought: sentence.repeat(10) },
  { said: 'Which is the newer?' },
  { answered: 'The second is newer.', thought: sentence.repeat(5) },
]

/** A server that finds a chat in its data folder when it starts. */
const seededTest = test.extend<{ seed: { readonly lines: readonly Line[] }; chatId: ChatId }>({
  seed: [{ lines: toolWork }, { option: true }],
  chatId: async ({ data, seed }, use) => {
    const first = await startServer({ data, pace: 0 })
    const { id } = await clientOf(first.address).createChat()
    await first.kill('SIGTERM')
    await seedChat(data, id, seed.lines)
    await use(id)
  },
  server: async ({ data, chatId: _written, pace }, use) => {
    const server = await startServer({ data, pace })
    await use(server)
    await server.kill('SIGTERM')
  },
})

test.use({ pace: 0, viewport: { width: 1440, height: 900 } })

function clientOf(base: string) {
  return createClient({ fetch: (input, init) => fetch(input, init), base, newKey: () => crypto.randomUUID() })
}

function inspector(page: Page): Locator {
  return page.getByRole('complementary', { name: 'Inspector' }).or(page.getByRole('dialog', { name: 'Inspector' }))
}

async function openChat(page: Page, chatId: ChatId): Promise<void> {
  await page.goto(`/chats/${chatId}`)
  await expect(margin(page, 'Answer').last()).toBeVisible()
}

/** The rails beside messages, by the name of the message. */
function margin(page: Page, name: string): Locator {
  return page.getByRole('button', { name: new RegExp(`^${name}\\. Next request:`) })
}

async function openSettings(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Inspector', exact: true }).click()
  await inspector(page).getByRole('tab', { name: 'Settings' }).click()
  return inspector(page)
}

/** The line that says what unsaved changes do to the next request. */
function effect(page: Page): Locator {
  return inspector(page).getByRole('status').filter({ hasText: 'Unsaved changes' })
}

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
      await expect(inspector(page)).toContainText('The next request')
      await expect(inspector(page)).toContainText('3 messages: 3 sent whole.')
      await expect(inspector(page)).toContainText('This model caches nothing.')
      await expect(inspector(page).getByRole('listitem').filter({ hasText: 'What is Stet?' })).toContainText('Sent')
      await expect(inspector(page)).toBeInViewport({ ratio: 0.99 })
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
      await page.keyboard.press('Escape')
      await expect(inspector(page)).toHaveCount(0)
      await expect(opener).toBeFocused()
    })
  })
}

test('[V1] the inspector is 380 wide, can be resized by pointer and by keyboard, and stays so', async ({ page }) => {
  await startChat(page, 'What is Stet?')
  await answerEnded(page)
  await page.getByRole('button', { name: 'Inspector', exact: true }).click()
  const width = async () => (await inspector(page).boundingBox())?.width
  await expect.poll(width).toBe(380)
  const separator = page.getByRole('separator', { name: 'Width of the inspector' })
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

const controls: readonly {
  id: string
  name: string
  change: (panel: Locator) => Promise<void>
  effect: string | RegExp
}[] = [
  {
    id: 'C3',
    name: 'tool memory',
    change: panel => panel.getByRole('radio', { name: 'Forget immediately' }).check(),
    effect: /Saves [\d.]+k tokens/,
  },
  {
    id: 'C3',
    name: 'tool memory after some turns',
    change: async panel => {
      await panel.getByRole('radio', { name: 'Forget after some turns' }).check()
      await panel.getByRole('textbox', { name: 'Turns after which' }).fill('1')
    },
    effect: /Saves [\d.]+k tokens/,
  },
  {
    id: 'C4',
    name: 'earlier tool work',
    change: panel => panel.getByRole('radio', { name: 'Send only what was said' }).check(),
    effect: /Saves [\d.]+k tokens/,
  },
  {
    id: 'C5',
    name: 'the longest result',
    change: panel => panel.getByRole('textbox', { name: 'Longest result' }).fill('500'),
    effect: /Saves [\d.]+k tokens/,
  },
  {
    id: 'C5',
    name: 'the longest step',
    change: panel => panel.getByRole('textbox', { name: 'Longest step' }).fill('2000'),
    effect: /Saves [\d.]+k tokens/,
  },
  {
    id: 'C6',
    name: 'no reasoning',
    change: panel => panel.getByRole('radio', { name: 'None' }).check(),
    effect: /Saves \d+ tokens/,
  },
  {
    id: 'C6',
    name: 'reasoning of the last cycles',
    change: async panel => {
      await panel.getByRole('radio', { name: 'Of the last cycles' }).check()
      await panel.getByRole('textbox', { name: 'Cycles whose reasoning' }).fill('2')
    },
    effect: /Saves \d+ tokens/,
  },
]

for (const control of controls) {
  seededTest(
    `[C17] [${control.id}] ${control.name} shows its effect before anything is saved`,
    async ({ page, server, chatId }) => {
      await openChat(page, chatId)
      const panel = await openSettings(page)
      const before = await panel.getByText(/messages: /).textContent()
      await control.change(panel)
      await expect(effect(page)).toContainText(control.effect)
      await expect(panel.getByText(/messages: /)).not.toHaveText(before ?? '')
      const asked = await clientOf(server.address).chat(chatId)
      expect(asked.chat.settings.context).toMatchObject({ toolMemory: { mode: 'always' }, previousCycles: 'keep' })
      await panel.getByRole('button', { name: 'Revert' }).click()
      await expect(effect(page)).toHaveCount(0)
      await expect(panel.getByText(/messages: /)).toHaveText(before ?? '')
    },
  )
}

const said: readonly { id: string; name: string; change: (panel: Locator) => Promise<void>; says: string }[] = [
  {
    id: 'C9',
    name: 'the largest request',
    change: panel => panel.getByRole('textbox', { name: 'Largest request' }).fill('9000'),
    says: 'Your own limit of 9,000, less 512 for the answer.',
  },
  {
    id: 'C9',
    name: 'what is kept for the answer',
    change: panel => panel.getByRole('textbox', { name: 'Kept for the answer' }).fill('8000'),
    says: 'The model’s window of 32,000, less 8,000 for the answer.',
  },
  {
    id: 'C9',
    name: 'how many recent messages are kept',
    change: panel => panel.getByRole('textbox', { name: 'Recent messages kept' }).fill('9'),
    says: 'the last 9, at least 2, stay as they are.',
  },
  {
    id: 'C9',
    name: 'how few recent messages are kept',
    change: panel => panel.getByRole('textbox', { name: 'At least kept' }).fill('4'),
    says: 'the last 6, at least 4, stay as they are.',
  },
  {
    id: 'C12',
    name: 'automatic compaction',
    change: panel => panel.getByRole('switch', { name: 'Automatic compaction' }).uncheck(),
    says: 'Automatic compaction is off: what does not fit is not sent.',
  },
  {
    id: 'C12',
    name: 'where compaction starts',
    change: panel => panel.getByRole('textbox', { name: 'Start compaction at' }).fill('50'),
    says: 'Set to summarise from 15.7k tokens on',
  },
]

for (const { id, name, change, says } of said) {
  seededTest(`[C17] [${id}] ${name} shows its effect before anything is saved, and after`, async ({ page, chatId }) => {
    await openChat(page, chatId)
    const panel = await openSettings(page)
    await expect(panel).not.toContainText(says)
    await change(panel)
    await expect(panel).toContainText(says)
    await panel.getByRole('button', { name: 'Save' }).click()
    await expect(effect(page)).toHaveCount(0)
    await page.reload()
    await openSettings(page)
    await expect(panel).toContainText(says)
  })
}

seededTest(
  '[C14] what is cached shows where the model takes marks, in the panel and in the margin',
  async ({ page, chatId }) => {
    // The demo caches nothing, so a model that takes marks is played: as many messages are cached as the mode says.
    await page.route('**/inspection', async route => {
      const asked = route.request().postDataJSON()
      const inspection = await (await route.fetch()).json()
      const { report } = inspection
      const cached = (asked.context ?? inspection.context).cache === 'cached' ? 3 : 0
      report.cache = { ...report.cache, caching: 'marks', prefixTokens: cached * 100 }
      for (const message of report.messages.slice(0, cached)) message.cached = true
      await route.fulfill({ json: inspection })
    })
    await openChat(page, chatId)
    const panel = await openSettings(page)
    await expect(panel).toContainText('Nothing is marked for the cache.')
    await panel.getByRole('radio', { name: 'Most of the chat' }).check()
    await expect(panel).toContainText('The first 300 tokens are marked for the cache.')
    await panel.getByRole('tab', { name: 'What is sent' }).click()
    await expect(panel.getByRole('listitem').filter({ hasText: 'Read both notes.' })).toContainText('cached')
    await panel.getByRole('button', { name: 'Save' }).click()
    await expect(page.locator('[data-margin="double"]').first()).toHaveAccessibleName(/inside the cached prefix/)
  },
)

seededTest(
  '[C14] with a model that caches nothing the choice is kept and said to have no effect',
  async ({ page, chatId }) => {
    await openChat(page, chatId)
    const panel = await openSettings(page)
    await panel.getByRole('radio', { name: 'The system prompt' }).check()
    await expect(effect(page)).toContainText('The next request stays the same')
    await expect(panel).toContainText('This model caches nothing: the choice is kept for one that does.')
  },
)

seededTest(
  '[C17] a value out of its range is refused by name and range, beside its field',
  async ({ page, chatId }) => {
    await openChat(page, chatId)
    const panel = await openSettings(page)
    const field = panel.getByRole('textbox', { name: 'Longest result' })
    await field.fill('5')
    await expect(field).toHaveAttribute('aria-invalid', 'true')
    await expect(field).toHaveAccessibleDescription(
      'Longest result must be a whole number from 200 to 10,000,000; it is 5.',
    )
    await expect(panel.getByRole('button', { name: 'Save' })).toBeDisabled()
    await field.fill('30000')
    await expect(effect(page)).toHaveCount(0)
  },
)

seededTest('[C17] a report that cannot be had says so and is asked for again', async ({ page, chatId }) => {
  await openChat(page, chatId)
  await page.getByRole('button', { name: 'Inspector', exact: true }).click()
  await expect(inspector(page)).toContainText('sent whole')
  await page.route('**/inspection', route => route.abort())
  await composer(page).fill('more')
  await expect(inspector(page).getByRole('alert')).toContainText('could not be looked at')
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
    const results = margin(page, 'Results of tools')
    await expect(results).toHaveAccessibleName(/forgotten/)
    await results.click()
    await expect(page.getByText('Rule: Tool memory')).toBeVisible()
    await page.getByRole('button', { name: 'Keep this one' }).click()
    await expect(results).toHaveAccessibleName(/pinned\. You pinned it/)
    await page.reload()
    await expect(results).toHaveAccessibleName(/pinned/)
    await results.click()
    await page.getByRole('button', { name: 'Leave this one out' }).click()
    await expect(results).toHaveAccessibleName(/left out/)
    await page.reload()
    await expect(results).toHaveAccessibleName(/left out/)
    await results.click()
    await page.getByRole('button', { name: 'Take it back in' }).click()
    await expect(results).toHaveAccessibleName(/forgotten/)
  },
)

seededTest('[C17] the margin opens, and leads to the entry in the inspector and back', async ({ page, chatId }) => {
  await openChat(page, chatId)
  await margin(page, 'You').first().press('Enter')
  await expect(page.getByText('A message of the person.', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Open the inspector here' }).press('Enter')
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

  seededTest('[C2] [C17] a bracket stands over all that the summary stands for', async ({ page, chatId }) => {
    await openChat(page, chatId)
    await expect(page.locator('[data-margin="bracket"]')).toHaveCount(2)
    await expect(margin(page, 'You').first()).toHaveAccessibleName(/summarised/)
    await page.getByRole('button', { name: 'Inspector', exact: true }).click()
    await expect(inspector(page)).toContainText('Everything before: a summary in the system prompt stands for it.')
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
      await expect(inspector(page)).toContainText('301 messages: 301 sent whole.')
      expect(await inspector(page).getByRole('listitem').count()).toBeLessThan(40)
      await inspector(page).getByRole('list', { name: 'What is sent' }).getByRole('button').first().click()
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
  await client.changeContext(chatId, { context: { ...chat.settings.context, maxPromptTokens: 1000 } })
  const text = sentence.repeat(60).trim()
  await send(page, text)
  const alert = page.getByRole('alert').filter({ hasText: 'does not fit' })
  await expect(alert).toContainText('your own limit of 1,000')
  await expect(composer(page)).toHaveValue(text)
  await page.reload()
  await expect(composer(page)).toHaveValue(text)
  await composer(page).press('Enter')
  await alert.getByRole('button', { name: 'Open the inspector' }).click()
  await expect(inspector(page)).toContainText('It does not fit, and would not be sent.')
  await inspector(page).getByRole('textbox', { name: 'Largest request' }).fill('')
  await expect(inspector(page)).not.toContainText('It does not fit')
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
  await expect(settings).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowDown')
  await expect(inspector(page).getByRole('radio', { name: 'Forget immediately' })).toBeChecked()
  await expect(effect(page)).toContainText(/Saves/)
  const save = inspector(page).getByRole('button', { name: 'Save' })
  for (let step = 0; step < 30 && !(await save.evaluate(isFocused)); step += 1) await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(effect(page)).toHaveCount(0)
  await expect(settings).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(inspector(page)).toHaveCount(0)
  await expect(composer(page)).toBeFocused()
  const results = margin(page, 'Results of tools')
  await expect(results).toHaveAccessibleName(/forgotten/)
  for (let step = 0; step < 60 && !(await results.evaluate(isFocused)); step += 1)
    await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Keep this one' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(results).toHaveAccessibleName(/pinned/)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Open the inspector here' })).toHaveCount(0)
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
      await page.getByRole('button', { name: 'Leave this one out' }).tap()
      await expect(rail).toHaveAccessibleName(/left out/)
    },
  )
})
