import { clientOf } from '../setup/inspector-page.ts'
import { startServer } from '../setup/server.ts'
import { answerEnded, answers, composer, expect, send, startChat, test, textOf } from '../setup/stet.ts'

test('[V5] a newcomer types, and an answer streams in', async ({ page }) => {
  await page.goto('/')
  await expect(page).toHaveTitle('Stet')
  await expect(page.getByText('Nothing is hidden, nothing is lost.')).toBeVisible()
  await send(page, 'What is Stet?')
  await expect(page.getByRole('article', { name: 'You' })).toHaveText(/What is Stet\?/)
  await expect(answers(page)).toContainText('private AI workspace')
  await expect(composer(page)).toHaveValue('')
  await answerEnded(page)
  await expect(answers(page)).toContainText('Demo')
  await expect(answers(page)).toContainText(/\d+ in · \d+ out/)
})

test('[C18] the chat gets a title, in the list, the heading and the window', async ({ page }) => {
  await startChat(page, 'What is Stet?')
  await answerEnded(page)
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).not.toHaveText('New chat')
  const title = (await heading.textContent()) ?? ''
  await expect(page).toHaveTitle(title)
  await expect(page.getByRole('navigation', { name: 'Chats' }).getByRole('link')).toHaveText([title])
})

test('[V5] the first message leaves the page in place until its chat is there', async ({ page }) => {
  await page.goto('/')
  await expect(composer(page)).toBeVisible()
  await page.evaluate(() => {
    const watch = () => {
      if (document.querySelector('[data-composer]') === null) document.documentElement.dataset.wasBlank = 'yes'
      requestAnimationFrame(watch)
    }
    watch()
  })
  await send(page, 'What is Stet?')
  await page.waitForURL(/\/chats\/chat_/)
  await expect(page.getByRole('article', { name: 'You' })).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.dataset.wasBlank ?? 'no')).toBe('no')
})

test('[V5] a first step answers with one click', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'Think before you answer' }).click()
  await answerEnded(page)
  await page.getByRole('button', { name: 'Thought' }).click()
  await expect(page.getByRole('button', { name: 'Thought' })).toHaveAttribute('aria-expanded', 'true')
})

test('[FU-6] a first step that fails says so and works when it is chosen again', async ({ page }) => {
  await page.goto('/')
  await page.route('**/api/chats', route => route.abort())
  await page.getByRole('button', { name: 'What is Stet?' }).click()
  await expect(page.getByRole('alert')).toContainText('Could not start the chat')
  await page.unroute('**/api/chats')
  await page.getByRole('button', { name: 'What is Stet?' }).click()
  await expect(answers(page)).toContainText('private AI workspace')
})

test('[FU-6] [W3] a first message that is refused stays in the field, and leaves no chat behind', async ({
  page,
  server,
}) => {
  await page.goto('/')
  const text = 'x'.repeat(1_000_001)
  await send(page, text)
  await expect(page.getByRole('alert')).toContainText('Message not sent')
  await expect(composer(page)).toHaveValue(text)
  expect((await clientOf(server.address).listChats()).chats).toEqual([])
  await send(page, 'What is Stet?')
  await page.waitForURL(/\/chats\/chat_/)
  expect((await clientOf(server.address).listChats()).chats).toHaveLength(1)
})

test.describe('while an answer streams', () => {
  test.use({ pace: 1 })

  test('[R3] a reload in mid-stream continues the same answer', async ({ page }) => {
    await startChat(page, 'long answer')
    await expect(answers(page)).toContainText('A proof-reader')
    const before = await textOf(answers(page))
    await page.reload()
    await expect(answers(page)).toContainText(before.slice(0, 80))
    await expect.poll(async () => (await textOf(answers(page))).length).toBeGreaterThan(before.length + 50)
  })

  test('[R3] a second page in mid-stream shows the same text', async ({ page, context }) => {
    const address = await startChat(page, 'think')
    const other = await context.newPage()
    await other.goto(address)
    await answerEnded(page)
    await answerEnded(other)
    expect(await textOf(answers(other))).toBe(await textOf(answers(page)))
  })

  test('[R4] Stop keeps what arrived and says so', async ({ page }) => {
    await startChat(page, 'long answer')
    await expect(answers(page)).toContainText('A proof-reader')
    await page.getByRole('button', { name: 'Stop' }).click()
    await expect(answers(page)).toContainText('You stopped this answer')
    await expect(answers(page)).toContainText('A proof-reader')
    await page.reload()
    await expect(answers(page)).toContainText('You stopped this answer')
  })

  test('[R4] Escape stops too, and the next message can be sent', async ({ page }) => {
    await startChat(page, 'long answer')
    await expect(answers(page)).toContainText('A proof-reader')
    await composer(page).press('Escape')
    await expect(answers(page)).toContainText('You stopped this answer')
    await send(page, 'What is Stet?')
    await expect(answers(page).last()).toContainText('private AI workspace')
  })
})

test.describe('a server in a process of its own', () => {
  test.use({ pace: 1, ownProcess: true })

  test('[FE-8] [FE-3] a server killed in mid-stream comes back with the text, marked as interrupted', async ({
    page,
    data,
    server,
  }) => {
    await startChat(page, 'long answer')
    await expect(answers(page)).toContainText('Instead of writing the word')
    const before = await textOf(answers(page))
    await server.kill('SIGKILL')
    await expect(page.getByText('Reconnecting')).toBeVisible()
    await expect(answers(page)).toContainText('A proof-reader')
    const second = await startServer({ data, port: server.port })
    try {
      await expect(answers(page)).toContainText('Interrupted', { timeout: 20_000 })
      await expect(page.getByText('Reconnecting')).toHaveCount(0)
      expect(before.startsWith((await textOf(answers(page))).slice(0, 100))).toBe(true)
      await page.reload()
      await expect(answers(page)).toContainText('Interrupted')
    } finally {
      await second.kill('SIGTERM')
    }
  })
})

test('[FU-6] a send that fails keeps the text, says why, and arrives once when it is tried again', async ({ page }) => {
  await startChat(page, 'What is Stet?')
  await answerEnded(page)
  let posts = 0
  await page.route('**/messages', async route => {
    posts += 1
    // The first try reaches the server, and its answer is lost on the way back.
    if (posts === 1) {
      await route.fetch()
      await route.abort()
    } else {
      await route.continue()
    }
  })
  await send(page, 'Where is my data?')
  await expect(page.getByRole('alert')).toContainText('not sent')
  await expect(composer(page)).toHaveValue('Where is my data?')
  await answerEnded(page)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(composer(page)).toHaveValue('')
  await expect(page.getByRole('article', { name: 'You' })).toHaveCount(2)
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('[FU-10] what was typed is there again after a reload, in its own chat', async ({ page }) => {
  const address = await startChat(page, 'What is Stet?')
  await answerEnded(page)
  await composer(page).fill('half a thou')
  await page.goto('/')
  await expect(composer(page)).toHaveValue('')
  await composer(page).fill('another')
  await page.reload()
  await expect(composer(page)).toHaveValue('another')
  await page.goto(address)
  await expect(composer(page)).toHaveValue('half a thou')
})

test.describe('while two answers stream', () => {
  test.use({ pace: 1 })

  test('[FU-8] switching chats while they stream leaves every word in its own chat', async ({ page }) => {
    const long = await startChat(page, 'long answer')
    const think = await startChat(page, 'think')
    await page.evaluate(
      async paths => {
        for (let turn = 0; turn < 50; turn += 1) {
          document.querySelector<HTMLElement>(`nav a[href="${paths[turn % 2]}"]`)?.click()
          await new Promise(resolve => setTimeout(resolve, 20 + (turn % 7) * 20))
        }
      },
      [long, think].map(address => new URL(address).pathname),
    )
    await expect(page).toHaveURL(think)
    await answerEnded(page)
    await expect(answers(page)).toHaveCount(1)
    await expect(answers(page)).toContainText('The riddle')
    await expect(answers(page)).not.toContainText('proof-reader strikes')
    await page.goto(long)
    await expect(answers(page)).toContainText('proof-reader strikes')
    await expect(answers(page)).not.toContainText('The riddle')
  })
})
