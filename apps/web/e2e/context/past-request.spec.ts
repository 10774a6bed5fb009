import type { Page } from '@playwright/test'
import type { MessageId } from '@stet/api/client'
import { clientOf, inspector, sentence } from '../setup/inspector-page.ts'
import { says } from '../setup/priced-upstream.ts'
import { startServer } from '../setup/server.ts'
import { answerEnded, answers, ask, expect, send, startChat } from '../setup/stet.ts'
import { closedGate } from '../setup/tool-upstream.ts'
import { addProvider, wireTest } from '../setup/upstream.ts'

const used = { prompt_tokens: 100_000, completion_tokens: 4000, prompt_tokens_details: { cached_tokens: 60_000 } }

wireTest.use({ viewport: { width: 1440, height: 900 } })

async function openSent(page: Page): Promise<void> {
  await answers(page).last().getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'View request' }).click()
  await expect(inspector(page).getByRole('heading', { name: 'Past request' })).toBeVisible()
}

for (const { name, use } of [
  { name: 'a desk', use: { viewport: { width: 1440, height: 900 } } },
  { name: 'a phone', use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } },
] as const) {
  wireTest.describe(`on ${name}`, () => {
    wireTest.use(use)

    wireTest(
      '[X1] [U1] an answer leads to the request that made it: what was sent, its exact bytes, what it cost',
      async ({ page, server, upstream }) => {
        upstream.reply(says(asked => ({ text: asked === 'title' ? 'Tides' : sentence, usage: used })))
        await addProvider(server.address, upstream)
        await startChat(page, 'How often does the tide come in?')
        await answerEnded(page)
        await ask(page, 'And how high?')
        await openSent(page)
        const panel = inspector(page)
        await expect(panel.getByRole('heading', { name: 'Past request' })).toBeFocused()
        await expect(panel).toContainText('$0.017')
        await expect(panel).toContainText('Answer by Quill Large')
        const sent = panel.getByRole('list', { name: 'Sent' })
        await expect(sent.getByRole('listitem').filter({ hasText: 'How often does the tide' })).toContainText('Sent')
        await expect(
          sent.getByRole('listitem').filter({ hasText: 'Titles are only shown in Stet.' }).first(),
        ).toContainText('Not sent')

        await panel.getByRole('tab', { name: 'Exact request' }).click()
        await expect(panel).toContainText('POST')
        await expect(panel).toContainText(`${upstream.url}/v1/chat/completions`)
        const body = panel.getByRole('region', { name: 'Body' })
        await expect(body).toContainText('"content": "And how high?"')
        await panel.getByRole('button', { name: 'Raw' }).click()
        await expect(body).toContainText(upstream.requests.at(-1)?.body ?? 'nothing was sent')
        await expect(panel).not.toContainText('sk-right')

        await panel.getByRole('tab', { name: 'Figures' }).click()
        await expect(panel.getByRole('row', { name: /Cache read/ })).toContainText('60,000')
        await expect(panel).toContainText('Prices from the provider')
        await expect(panel).toContainText('"cached_tokens": 60000')

        await panel.getByRole('button', { name: 'Back to next request' }).click()
        await expect(panel.getByRole('heading', { name: 'Next request' })).toBeVisible()
        expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
      },
    )
  })
}

wireTest(
  '[X1] the body is searched with the keyboard, and copied as it was sent',
  async ({ page, server, upstream, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    upstream.reply(says(() => ({ text: 'One tide, two tides.', usage: used })))
    await addProvider(server.address, upstream)
    await startChat(page, 'How often does the tide come in?')
    await answerEnded(page)
    await ask(page, 'And how high?')
    await openSent(page)
    const panel = inspector(page)
    await panel.getByRole('tab', { name: 'Exact request' }).click()
    await panel.getByRole('region', { name: 'Body' }).focus()
    await page.keyboard.press('ControlOrMeta+F')
    const find = panel.getByRole('textbox', { name: 'Find in body' })
    await expect(find).toBeFocused()
    await find.fill('TIDE')
    await expect(panel.getByRole('status')).toHaveText('1/3')
    await find.press('Enter')
    await expect(panel.getByRole('status')).toHaveText('2/3')
    await find.press('Shift+Enter')
    await find.press('Shift+Enter')
    await expect(panel.getByRole('status')).toHaveText('3/3')
    await find.press('Escape')
    await expect(find).toHaveValue('')
    await expect(panel).toBeVisible()
    await panel.getByRole('button', { name: 'Copy body' }).click()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(upstream.requests.at(-1)?.body)
  },
)

wireTest(
  '[X1] [FU-2] a body of megabytes is shown as far as it is seen, searched and scrolled',
  async ({ page, server, upstream }) => {
    upstream.reply(says(() => ({ text: 'I have read it.', usage: used })))
    const definition = await addProvider(server.address, upstream)
    const client = clientOf(server.address)
    const { id } = await client.createChat()
    // Its window is not known, so that the user's own is all there is.
    await client.changeModel(id, { definition, model: 'quill-small' })
    const { chat } = await client.chat(id)
    await client.changeContext(id, { context: { ...chat.settings.context, maxPromptTokens: 10_000_000 } })
    const lines = Array.from({ length: 2800 }, (_, line) => `${line} ${sentence.repeat(4)}`).join('\n')
    await page.goto(`/chats/${id}`)
    let parentId: MessageId | null = null
    for (let turn = 1; turn <= 5; turn += 1) {
      const { answerId } = await client.send(id, { text: `${lines}\nthe end of part ${turn}`, parentId })
      const isAnswered = async () => (await client.chat(id)).path.some(message => message.id === answerId)
      await expect.poll(isAnswered, { timeout: 30_000 }).toBe(true)
      parentId = answerId
    }
    await answerEnded(page)
    await openSent(page)
    const panel = inspector(page)
    await panel.getByRole('tab', { name: 'Exact request' }).click()
    await expect(panel).toContainText(/Body: 4,\d{3},\d{3} bytes/)
    const body = panel.getByRole('region', { name: 'Body' })
    await expect(body).toContainText('"model": "quill-small"')
    await panel.getByRole('textbox', { name: 'Find in body' }).fill('the end of part 5')
    await expect(body.locator('mark')).toHaveText('the end of part 5')
    expect(await body.locator('[data-index]').count()).toBeLessThan(120)
    await body.press('Home')
    await expect(body).toContainText('"model": "quill-small"')
  },
)

wireTest('[X1] [H7] a request whose message was deleted says so', async ({ page, server, upstream }) => {
  upstream.reply(says(() => ({ text: 'Twice.', usage: used })))
  await addProvider(server.address, upstream)
  const first = await startChat(page, 'How often does the tide come in?')
  await answerEnded(page)
  await answers(page).getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Fork into a new chat' }).click()
  await expect(page).not.toHaveURL(first)
  await expect(answers(page)).toHaveCount(1)
  const client = clientOf(server.address)
  const chatId = (await client.listChats()).chats.flatMap(listed => (listed.kind === 'chat' ? [listed.chat] : []))
  const origin = chatId.find(({ id }) => first.endsWith(id))
  if (origin === undefined) throw new Error('the chat that was forked is not listed')
  const { path } = await client.chat(origin.id)
  const [question] = path
  if (question === undefined) throw new Error('the chat that was forked is empty')
  await client.deleteMessage(origin.id, { messageId: question.id })
  await openSent(page)
  await expect(inspector(page)).toContainText('The request’s text was deleted')
  await expect(inspector(page)).toContainText('Its tokens and cost stay on record.')
})

wireTest(
  '[X1] [C18] titles lead to their request too, and one that failed shows what had been sent',
  async ({ page, server, upstream }) => {
    upstream.reply(says(asked => ({ text: asked === 'title' ? 'Tides' : 'Twice.', usage: used })))
    await addProvider(server.address, upstream)
    await startChat(page, 'How often does the tide come in?')
    await answerEnded(page)
    const title = page.getByRole('article', { name: 'Title' })
    await title.getByRole('button', { name: 'View request' }).click()
    await expect(inspector(page)).toContainText('Title by Quill Large')
    await expect(inspector(page)).toContainText('Titles are generated from your last message and its answer only.')

    upstream.reply(says(() => ({ status: 400, body: JSON.stringify({ error: { message: 'Not like this.' } }) })))
    await send(page, 'And now?')
    await expect(page.getByText('Not like this.')).toBeVisible()
    await openSent(page)
    await expect(inspector(page)).toContainText('Failed')
    await expect(inspector(page)).toContainText('Rejected before anything was used.')
  },
)

wireTest.describe('a server in a process of its own', () => {
  wireTest.use({ ownProcess: true })

  wireTest(
    '[U1] [R5] a request whose end nobody saw is marked, with an estimate',
    async ({ page, data, server, upstream }) => {
      upstream.reply(says(() => ({ text: 'Twice a day, and more in spring.', usage: used, gate: closedGate() })))
      await addProvider(server.address, upstream)
      await startChat(page, 'How often does the tide come in?')
      await expect(answers(page)).toContainText('Twice')
      await server.kill('SIGKILL')
      const next = await startServer({ data, port: server.port })
      await expect(answers(page)).toContainText('Interrupted', { timeout: 30_000 })
      await expect(answers(page).getByRole('button', { name: /^Cost: .*\(unreliable\)$/ })).toBeVisible()
      await openSent(page)
      await expect(inspector(page)).toContainText('Unknown')
      await expect(inspector(page)).toContainText('Stet stopped before it ended, so its figures are an estimate.')
      await inspector(page).getByRole('tab', { name: 'Figures' }).click()
      await expect(inspector(page)).toContainText('Usage (estimated)')
      await next.kill('SIGTERM')
    },
  )
})
