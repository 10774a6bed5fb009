import { readFile } from 'node:fs/promises'
import type { WireRequest } from '@stet/models/testing'
import { clientOf } from '../setup/inspector-page.ts'
import { startServer } from '../setup/server.ts'
import { answers, composer, DEVICES, expect, send } from '../setup/stet.ts'
import { approvalCard, callsTools, closedGate, delegates, offers, openToolChat, todo } from '../setup/tool-upstream.ts'
import { wireTest as test } from '../setup/upstream.ts'

for (const [place, viewport] of DEVICES) {
  test.describe(`on ${place}`, () => {
    test.use({ viewport })

    test('[T6] [U1] a sub-agent asks for approval in its caller, returns, is opened to be read, copied as Markdown and JSON, and is in no list', async ({
      page,
      context,
      server,
      upstream,
    }) => {
      await context.grantPermissions(['clipboard-read', 'clipboard-write'])
      const result = { tool: 'return', input: JSON.stringify({ result: 'Three stones.' }) }
      upstream.reply(delegates({ message: 'Count the stones', enabledTools: ['write_todo'] }, [todo, result]))
      const tools = [offers(null, 'minion'), offers('confirm')]
      const chatId = await openToolChat(page, { address: server.address, upstream, tools })
      await send(page, 'How many stones?')
      const card = approvalCard(page, 'To-do list')
      await expect(card).toContainText('Measure the harbour wall')
      await card.getByRole('button', { name: 'Approve', exact: true }).click()
      await expect(answers(page).last()).toContainText('Everything was tried.')

      const client = clientOf(server.address)
      const { path, calls } = await client.chat(chatId)
      const results = path.flatMap(message => (message.role === 'tool-results' ? message.parts : []))
      expect(results[0]?.content).toEqual([{ kind: 'text', text: expect.stringContaining('"result":"Three stones."') }])
      const [call] = Object.values(calls)
      const called = await client.calledChats(chatId, { call: call?.id ?? 'call_' })
      const child = called.chats[0]?.id ?? 'chat_'
      expect((await client.listChats()).chats.map(each => each.kind === 'chat' && each.chat.id)).not.toContain(child)
      const [all, own] = [await client.chatUsage(chatId), await client.chatUsage(child)]
      expect(all.chat.requests).toBeGreaterThan(own.chat.requests)

      const steps = page.getByRole('article', { name: 'Steps' }).getByRole('button')
      if ((await steps.count()) > 0) await steps.first().click()
      await page.getByRole('link', { name: /^Open the sub-agent’s chat/ }).click()
      await expect(page.getByText('A sub-agent’s chat')).toBeVisible()
      await expect(page.getByRole('article', { name: 'You' })).toContainText('Count the stones')
      await expect(composer(page)).toHaveCount(0)
      await page.getByRole('button', { name: 'Chat', exact: true }).click()
      await page.getByRole('menuitem', { name: 'Copy chat as Markdown' }).click()
      const clipboard = () => page.evaluate(() => navigator.clipboard.readText())
      await expect.poll(clipboard).toContain('## You\n\nCount the stones')
      await expect.poll(clipboard).toContain('Three stones.')
      await page.getByRole('button', { name: 'Chat', exact: true }).click()
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('menuitem', { name: 'Download as JSON' }).click(),
      ])
      const downloaded = JSON.parse(await readFile(await file.path(), 'utf8'))
      expect(downloaded).toMatchObject({ chat: { id: child, calledBy: { chatId } } })
      expect(JSON.stringify(downloaded.messages)).toContain('Three stones.')
      await page.getByRole('link', { name: 'Back to the chat that called it' }).click()
      await expect(page.getByRole('article', { name: 'You' })).toContainText('How many stones?')
    })
  })
}

test('[T6] [R6] an approval that begins to wait while the page still reads about the sub-agent is shown', async ({
  page,
  server,
  upstream,
}) => {
  const gate = closedGate()
  const task = { message: 'Count the stones', enabledTools: ['write_todo'] }
  upstream.reply(delegates(task, callsTools({ calls: [todo], gate })))
  const tools = [offers(null, 'minion'), offers('confirm')]
  const chatId = await openToolChat(page, { address: server.address, upstream, tools })
  // Read before anything waits; it arrives when something does.
  await page.route(
    `**/api/chats/${chatId}/called?**`,
    async route => {
      const response = await route.fetch()
      gate.open()
      await expect(page.getByText('Waiting for approval')).toBeVisible()
      await route.fulfill({ response })
    },
    { times: 1 },
  )
  await send(page, 'How many stones?')
  await expect(approvalCard(page, 'To-do list')).toBeVisible()
})

test('[T6] [R4] Stop ends the sub-agent with its caller', async ({ page, server, upstream }) => {
  upstream.reply(delegates({ message: 'Count the stones', enabledTools: ['write_todo'] }, [todo]))
  const tools = [offers(null, 'minion'), offers('confirm')]
  const chatId = await openToolChat(page, { address: server.address, upstream, tools })
  await send(page, 'How many stones?')
  await expect(approvalCard(page, 'To-do list')).toBeVisible()
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  await expect(approvalCard(page, 'To-do list')).toHaveCount(0)
  const client = clientOf(server.address)
  const { calls } = await client.chat(chatId)
  const [call] = Object.values(calls)
  const { chats } = await client.calledChats(chatId, { call: call?.id ?? 'call_' })
  expect(chats.map(({ running }) => running)).toEqual([false])
  await expect(page.getByRole('navigation', { name: 'Chats' })).not.toContainText('Approve')
  await expect(page.getByRole('region', { name: 'Pending tool calls' })).toContainText('Continue')
})

test.describe('with a server in a process of its own', () => {
  test.use({ ownProcess: true })

  test('[T6] [R6] [R5] an approval in a sub-agent waits across a kill of the server, in its caller', async ({
    page,
    server,
    data,
    upstream,
  }) => {
    upstream.reply(delegates({ message: 'Count the stones', enabledTools: ['write_todo'] }, [todo]))
    const tools = [offers(null, 'minion'), offers('confirm')]
    const chatId = await openToolChat(page, { address: server.address, upstream, tools })
    await send(page, 'How many stones?')
    await expect(approvalCard(page, 'To-do list')).toBeVisible()
    await server.kill('SIGKILL')
    const again = await startServer({ data, port: server.port })
    try {
      await expect(page.getByText('Reconnecting')).toHaveCount(0)
      await page.reload()
      await expect(page.getByRole('navigation', { name: 'Chats' })).toContainText('Approve')
      await approvalCard(page, 'To-do list').getByRole('button', { name: 'Approve', exact: true }).click()
      await expect(page.getByRole('navigation', { name: 'Chats' })).not.toContainText('Approve')
      await expect(approvalCard(page, 'To-do list')).toHaveCount(0)
      const banner = page.getByRole('region', { name: 'Pending tool calls' })
      await expect(banner).toContainText('The run ended during a tool call')
      await banner.getByRole('button', { name: 'Continue' }).click()
      await expect(answers(page).last()).toContainText('Everything was tried.')
      const { path } = await clientOf(again.address).chat(chatId)
      const results = path.flatMap(message => (message.role === 'tool-results' ? message.parts : []))
      expect(results.map(({ outcome }) => outcome)).toEqual(['unknown'])
    } finally {
      await again.kill('SIGTERM')
    }
  })
})

for (const [place, viewport] of DEVICES) {
  test.describe(`with a budget, on ${place}`, () => {
    test.use({ viewport })

    test('[T6] [U4] at a spent budget the sub-agent asks in its caller, and works on when it is allowed to', async ({
      page,
      server,
      upstream,
    }) => {
      upstream.reply(delegates({ message: 'Count the stones', enabledTools: ['write_todo'] }, [todo]))
      const tools = [offers(null, 'minion'), offers(null)]
      const chatId = await openToolChat(page, { address: server.address, upstream, tools })
      const client = clientOf(server.address)
      const { chat } = await client.chat(chatId)
      await client.changeBudget(chat.workspaceId, { budget: 0.000001 })
      await send(page, 'How many stones?')
      const question = page.getByRole('region', { name: /^Budget reached/ })
      await expect(question).toBeVisible()
      await expect(page.getByText('Waiting for your decision')).toBeVisible()
      const isChild = (request: WireRequest) =>
        request.body.includes('Count the stones') && !request.body.includes('minion')
      expect(upstream.requests.filter(isChild)).toEqual([])
      await page.reload()
      await question.getByRole('button', { name: 'Continue anyway' }).click()
      // The caller asks for itself, with what the sub-agent said.
      await expect(page.getByText('Waiting for your decision')).toHaveCount(0)
      expect(upstream.requests.filter(isChild).length).toBeGreaterThan(0)
      await question.getByRole('button', { name: 'Continue anyway' }).click()
      await expect(answers(page).last()).toContainText('Everything was tried.')
      await expect(question).toHaveCount(0)
    })
  })
}
