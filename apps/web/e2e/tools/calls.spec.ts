import type { Locator, Page } from '@playwright/test'
import type { ChatId, ChatView } from '@stet/api/client'
import type { WireServer } from '@stet/models/testing'
import { clientOf } from '../setup/inspector-page.ts'
import { startServer } from '../setup/server.ts'
import { answers, composer, expect, send, withoutEvents } from '../setup/stet.ts'
import { approvalCard, callsTools, offers, openToolChat, type Script, todo } from '../setup/tool-upstream.ts'
import { wireTest } from '../setup/upstream.ts'

interface Plan {
  /** Opens a chat and sends a message that the model answers with these calls. */
  plan: (script?: Script, policy?: 'confirm' | 'auto') => Promise<ChatId>
}

const test = wireTest.extend<Plan>({
  plan: async ({ page, server, upstream }, use) =>
    use(async (script = { calls: [todo] }, policy = 'confirm') => {
      upstream.reply(callsTools(script))
      const chatId = await openToolChat(page, { address: server.address, upstream, tools: [offers(policy)] })
      await send(page, 'Plan the wall')
      return chatId
    }),
})

test.use({ viewport: { width: 1440, height: 900 } })

function card(page: Page): Locator {
  return approvalCard(page, 'To-do list')
}

/** What was sent to the model about its calls. */
function toolResults(upstream: WireServer): readonly unknown[] {
  const bodies = upstream.requests.flatMap(({ body }) => (body.includes('"role":"tool"') ? [JSON.parse(body)] : []))
  const { messages } = bodies.at(-1) ?? { messages: [] }
  return messages.flatMap((message: { role: string; content: unknown }) =>
    message.role === 'tool' ? [message.content] : [],
  )
}

test('[R6] a call waits for the user, is approved by keyboard, and the run continues', async ({ page, plan }) => {
  await plan()
  await expect(card(page)).toContainText('write_todo')
  await expect(card(page)).toContainText('1 of 3 done')
  await expect(card(page)).toContainText('Measure the harbour wall')
  await expect(page.getByRole('log')).toContainText('To-do list needs approval.')
  await expect(composer(page)).toBeFocused()

  await page.keyboard.press('Control+j')
  await expect(card(page)).toBeFocused()
  await card(page).getByRole('button', { name: 'Approve' }).focus()
  await page.keyboard.press('Enter')
  await expect(card(page)).toHaveCount(0)
  await expect(answers(page)).toHaveCount(2)
  await expect(answers(page).last()).toContainText('The to-do list now has 3 items.')
  await expect(composer(page)).toBeFocused()
  await expect(page.getByRole('log')).toContainText('To-do list: done.')

  const list = page.getByRole('article', { name: 'Tool results' }).getByRole('list')
  await expect(list.getByRole('listitem')).toHaveText([
    'Read the tide table',
    'Measure the harbour wall',
    'Order granite',
  ])
  await expect(list.getByRole('img', { name: 'done' })).toHaveCount(1)
})

test('[R6] a call is denied with a reason that the model reads', async ({ page, upstream, plan }) => {
  await plan()
  await card(page).getByRole('button', { name: 'Deny' }).click()
  await expect(card(page).getByRole('textbox')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(card(page).getByRole('button', { name: 'Deny' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(card(page).getByRole('textbox')).toBeFocused()
  await page.keyboard.type('Brick, not granite')
  await page.keyboard.press('Enter')
  await expect(answers(page)).toHaveCount(2)
  await expect(answers(page).last()).toContainText('The user denied this call: Brick, not granite')
  await expect(
    answers(page)
      .first()
      .getByRole('button', { name: /To-do list/ }),
  ).toContainText('denied')
  await expect.poll(() => toolResults(upstream)).toEqual(['The user denied this call: Brick, not granite'])
})

test('[R6] what was allowed always runs by itself from the next call on', async ({ page, server, plan }) => {
  const chatId = await plan()
  await card(page).getByRole('button', { name: 'Always allow in this chat' }).click()
  await expect(answers(page)).toHaveCount(2)
  const { chat } = await clientOf(server.address).chat(chatId)
  expect(chat.settings.tools).toEqual([{ name: 'write_todo', policy: 'auto', options: {} }])
})

test('[FU-6] a decision that did not get through says so, and acts once when it is given again', async ({
  page,
  plan,
}) => {
  await plan()
  const keys: (string | undefined)[] = []
  await page.route('**/approve', async route => {
    keys.push(route.request().headers()['idempotency-key'])
    return keys.length === 1 ? route.abort() : route.continue()
  })
  await card(page).getByRole('button', { name: 'Approve' }).click()
  await expect(card(page).getByRole('alert')).toContainText('Stet cannot be reached.')
  await card(page).getByRole('button', { name: 'Approve' }).click()
  await expect(answers(page)).toHaveCount(2)
  expect(new Set(keys).size).toBe(1)
})

test('[R6] calls made at once are each decided by themselves, and the focus goes from one to the next', async ({
  page,
  upstream,
  plan,
}) => {
  await plan({ calls: [todo, { ...todo, input: '{"todos": []}' }] })
  await expect(card(page)).toHaveCount(2)
  await card(page).last().getByRole('button', { name: 'Deny' }).click()
  await expect(card(page).last().getByRole('textbox')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(card(page)).toHaveCount(1)
  await expect(card(page)).toBeFocused()
  await expect(answers(page)).toHaveCount(1)
  await card(page).getByRole('button', { name: 'Approve' }).click()
  await expect(answers(page)).toHaveCount(2)
  await expect
    .poll(() => toolResults(upstream))
    .toEqual(['The to-do list now has 3 items.', 'The user denied this call.'])
})

test.describe('a server in a process of its own', () => {
  test.use({ ownProcess: true })

  test('[R6] [Z-7] a call that waits outlives the server, is not run by its return, and is decided once by two pages', async ({
    page,
    context,
    server,
    data,
    plan,
  }) => {
    const chatId = await plan()
    await expect(card(page)).toBeVisible()
    await server.kill('SIGKILL')
    const again = await startServer({ data, port: server.port })
    try {
      const other = await context.newPage()
      await other.goto(`/chats/${chatId}`)
      await expect(card(other)).toBeVisible()
      await page.reload()
      await expect(card(page)).toBeVisible()
      await other.route('**/approve', async route => {
        await card(page).getByRole('button', { name: 'Deny' }).click()
        await card(page).getByRole('button', { name: 'Deny' }).click()
        await expect(card(page)).toHaveCount(0)
        await route.continue()
      })
      const refused = other.waitForResponse('**/approve')
      await card(other).getByRole('button', { name: 'Approve' }).click()
      expect((await refused).status()).toBe(409)
      await expect(card(other)).toHaveCount(0)
      await expect(answers(other).last()).toContainText('The user denied this call.')
    } finally {
      await again.kill('SIGTERM')
    }
  })
})

test('[Z-7] everything in a call is shown, and what cannot be seen is marked', async ({ page, plan }) => {
  const hidden = 'rm -rf build\u202e\u2066 # gnp.elbaliforp\u2069\u00a0--force\u200b\u001b[2K'
  const input = JSON.stringify({ todos: [{ text: `${hidden} ${'x'.repeat(600)}`, state: 'pending' }], 'na\u202eme': 1 })
  await plan({ calls: [{ tool: 'write_todo', input: input.replace(',"na', ' ,"na') }] })
  const shown = page.getByRole('group', { name: 'Arguments' })
  await expect(card(page)).toBeVisible()
  await expect(shown).toContainText('buildRLOLRI # gnp.elbaliforpPDINBSP--forceZWSP')
  await expect(shown).toContainText('\\u001b[2K')
  await expect(shown).toContainText('naRLOme')
  await expect(card(page)).toContainText('Contains invisible characters:RLO right-to-left override')
  expect(await card(page).textContent()).not.toMatch(/[\u00a0\u200b\u202a-\u202e\u2066-\u2069]/u)
  await card(page).getByRole('button', { name: 'Raw' }).click()
  await expect(shown).toContainText('"state":"pending"}] ,"naRLOme":1}')
})

test('[T9] [Z-7] a list that waits for approval is drawn as the list that it will be, with its arguments one click away', async ({
  page,
  plan,
}) => {
  await plan()
  const list = card(page).getByRole('list', { name: 'To-do list' })
  await expect(list.getByRole('listitem')).toHaveText([
    'Read the tide table',
    'Measure the harbour wall',
    'Order granite',
  ])
  await expect(list.getByRole('img', { name: 'in progress' })).toHaveCount(1)
  await expect(card(page)).not.toContainText('"state"')
  const shown = page.getByRole('group', { name: 'Arguments' })
  await expect(shown).toHaveCount(0)
  await card(page).getByRole('button', { name: 'Arguments', exact: true }).click()
  await expect(shown).toContainText('"state": "in_progress"')
})

test('[T5] [Z-7] a script that waits for approval is shown once', async ({ page, server, upstream }) => {
  upstream.reply(callsTools({ calls: [{ tool: 'javascript', input: '{"code":"const wall = 7\\nreturn wall"}' }] }))
  await openToolChat(page, { address: server.address, upstream, tools: [offers('confirm', 'javascript')] })
  await send(page, 'Count')
  const script = approvalCard(page, 'JavaScript')
  await expect(script.getByText('return wall')).toHaveCount(1)
  expect((await script.textContent())?.split('return wall')).toHaveLength(2)
  await script.getByRole('button', { name: 'Arguments', exact: true }).click()
  await expect(page.getByRole('group', { name: 'Arguments' })).toContainText('return wall')
})

test('[Z-7] a call that is too long to be drawn at once cannot be approved before all of it was shown', async ({
  page,
  plan,
}) => {
  const todos = Array.from({ length: 150 }, (_, index) => ({
    text: `${index} ${'granite '.repeat(40)}`,
    state: 'pending',
  }))
  await plan({ calls: [{ tool: 'write_todo', input: JSON.stringify({ todos }) }] })
  const approve = card(page).getByRole('button', { name: 'Approve' })
  await expect(approve).toBeDisabled()
  await expect(card(page)).toContainText('Show all of it to approve.')
  await card(page)
    .getByRole('button', { name: /^Show more \([\d,]+ characters left\)/ })
    .click()
  await expect(page.getByRole('group', { name: 'Arguments' })).toContainText('149 granite')
  await approve.click()
  await expect(answers(page).last()).toContainText('The to-do list now has 150 items.')
})

test('[R7] calls of an answer that was cut off are listed in a banner; nothing is written on load; they are run', async ({
  page,
  server,
  plan,
}) => {
  const chatId = await plan({ calls: [todo], finish: 'length' }, 'auto')
  const banner = page.getByRole('region', { name: 'Pending tool calls' })
  await expect(banner).toContainText('The answer reached its length limit. Run it, or send a message to reject it.')
  await expect(page.getByRole('log')).toContainText('1 tool call has not run. The answer reached its length limit.')
  const before = await clientOf(server.address).chat(chatId)
  await page.reload()
  await expect(banner).toBeVisible()
  expect(await clientOf(server.address).chat(chatId)).toEqual(before)
  await banner.getByRole('button', { name: 'Run it' }).click()
  await expect(banner).toHaveCount(0)
  await expect(answers(page).last()).toContainText('The to-do list now has 3 items.')
})

test('[R7] they are rejected, or rejected by an empty message, with the real reason', async ({
  page,
  upstream,
  plan,
}) => {
  await plan({ calls: [todo, todo], finish: 'length' }, 'auto')
  const banner = page.getByRole('region', { name: 'Pending tool calls' })
  await banner.getByRole('button', { name: 'Reject them' }).click()
  await expect(banner).toHaveCount(0)
  await expect(composer(page)).toBeFocused()
  await expect(page.getByRole('article', { name: 'Tool results' })).toBeVisible()
  await expect(answers(page)).toHaveCount(1)

  await page.getByRole('button', { name: 'Answer again' }).click()
  await expect(banner).toContainText('2 tool calls have not run')
  await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeEnabled()
  await composer(page).press('Enter')
  await expect(answers(page)).toHaveCount(2)
  await expect.poll(() => toolResults(upstream)).toEqual(Array(2).fill('Token limit reached, ask user to continue'))
})

test('[R6] calls show their state: approved, running with what they report, failed, broken off', async ({
  page,
  plan,
}) => {
  const chatId = await plan({ calls: [todo, todo, todo, todo, todo] })
  await expect(card(page)).toHaveCount(5)
  const ended = (text: string) => ({ at: 1, content: [{ kind: 'text' as const, text }], shown: null, drawings: [] })
  const states = [
    { kind: 'approved' as const, at: 1 },
    { kind: 'started' as const, at: Date.now() - 61_000 },
    { kind: 'failed' as const, ...ended('No granite.') },
    { kind: 'unknown' as const, ...ended('It was started and then broken off.') },
  ]
  // The one tool of this home is done at once: what a slower one would report is put into the page's answer.
  await withoutEvents(page)
  await page.route(`**/api/chats/${chatId}`, async route => {
    const view: ChatView = await (await route.fetch()).json()
    const calls = Object.values(view.calls).toSorted((one, other) => one.position - other.position)
    const changed = calls.map((call, index) => ({
      ...call,
      shown: { ...call.shown, mayBeAlways: false },
      state: states[index] ?? call.state,
    }))
    await route.fulfill({
      json: {
        ...view,
        calls: Object.fromEntries(changed.map(call => [call.id, call])),
        progress: Object.fromEntries(changed.slice(1, 2).map(({ id }) => [id, 'Counting\u202e stones'])),
        runs: changed.slice(0, 1).map(({ messageId }) => ({ runId: 'run_other', startedAt: Date.now(), messageId })),
      },
    })
  })
  await page.reload()
  const lines = answers(page).getByRole('button', { name: /^To-do list/ })
  await expect(lines.nth(0)).toContainText('1 of 3 done · approved')
  await expect(lines.nth(1)).toContainText(/1 min \d+ sCountingRLO stones/)
  await expect(lines.nth(2)).toContainText('failed')
  await expect(answers(page)).toContainText('No granite.')
  await expect(lines.nth(3)).toContainText('interrupted; it may or may not have run')
  await expect(answers(page)).toContainText('It was started and then broken off.')
  await expect(card(page).getByRole('button', { name: 'Approve' })).toBeVisible()
  await expect(card(page).getByRole('button', { name: 'Always allow in this chat' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Stop', exact: true })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Pending tool calls' })).toHaveCount(0)
})

test('[T9] the newest to-do list of a chat is open, and the one before folds up', async ({ page, plan }) => {
  const first = { ...todo, input: '{"todos": [{"text": "Ask the mason", "state": "pending"}]}' }
  await plan({ calls: [first, todo] }, 'auto')
  await expect(answers(page)).toHaveCount(2)
  const results = page.getByRole('article', { name: 'Tool results' })
  await expect(results).toContainText('Order granite')
  await expect(results).not.toContainText('Ask the mason')
  await results.getByRole('button', { name: 'Result of To-do list' }).first().click()
  await expect(results).toContainText('Ask the mason')
})

test('[T1] a call and its result read the same when the tool is switched off', async ({ page, server, plan }) => {
  const chatId = await plan({ calls: [todo] }, 'auto')
  await expect(answers(page)).toHaveCount(2)
  await clientOf(server.address).changeTools(chatId, { tools: [] })
  await page.reload()
  await expect(page.getByRole('button', { name: /^To-do list 1 of 3 done · done/ })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Result of To-do list done' })).toBeVisible()
  await expect(page.getByRole('article').getByText('Measure the harbour wall')).toBeVisible()
})

test('[FU-1] [Z-5] what a model writes into a call is words: nothing of it runs, nothing is fetched', async ({
  page,
  plan,
}) => {
  const text = '<img src=x onerror="document.title=1"> ![picture](https://evil.invalid/a.png) [go](javascript:alert(1))'
  const fetched: string[] = []
  page.on('request', request => fetched.push(new URL(request.url()).hostname))
  page.on('dialog', () => fetched.push('dialog'))
  const input = JSON.stringify({ todos: [{ text, state: 'pending' }] })
  await plan({ calls: [{ tool: 'write_todo', input }], says: text })
  await expect(card(page)).toContainText('<img src=x onerror=')
  await card(page).getByRole('button', { name: 'Approve' }).click()
  await expect(answers(page)).toHaveCount(2)
  const results = page.getByRole('article', { name: 'Tool results' })
  await expect(results).toContainText('<img src=x onerror=')
  await expect(page.locator('article img[src]')).toHaveCount(0)
  await expect(results.locator('a[href^="javascript"]')).toHaveCount(0)
  expect(new Set(fetched)).toEqual(new Set(['127.0.0.1']))
  await expect(page).not.toHaveTitle('1')
})

test('[W3] [R6] the list marks a chat that waits for approval, and leads to the call', async ({ page, plan }) => {
  await plan()
  await expect(card(page)).toBeVisible()
  await page.getByRole('link', { name: 'New chat', exact: true }).click()
  const marked = page.getByRole('navigation', { name: 'Chats' }).getByRole('link', { name: /waits for your approval/ })
  await marked.first().click()
  await expect(card(page)).toBeInViewport()
  await card(page).getByRole('button', { name: 'Approve' }).click()
  await expect(answers(page).last()).toContainText('The to-do list now has 3 items.')
  await expect(marked).toHaveCount(0)
})
