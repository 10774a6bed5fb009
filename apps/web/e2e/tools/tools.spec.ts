import type { Page } from '@playwright/test'
import { choose } from '../setup/choose.ts'
import { clientOf, inspector } from '../setup/inspector-page.ts'
import { answerEnded, answers, draftSaved, expect, send, startChat } from '../setup/stet.ts'
import { callsTools, offers, openToolChat, todo } from '../setup/tool-upstream.ts'
import { addProvider, wireTest as test } from '../setup/upstream.ts'

test.use({ viewport: { width: 1440, height: 900 } })

const described = {
  title: 'Sub-agent',
  icon: 'wrench',
  description: 'Hands work to another model. The rest is for the model.',
  policy: 'confirm',
  alwaysConfirm: true,
  needs: [],
  tokens: 40,
  notOfferedBecause: null,
  options: {
    web: { kind: 'switch', label: 'Allow web search', help: 'Each search is billed.', default: false },
    prompt: {
      kind: 'text',
      label: 'System prompt',
      help: 'How it works.',
      longest: 1000,
      placeholder: 'You work for …',
      default: 'Be brief.',
    },
    model: { kind: 'model', label: 'Model', help: 'Does the work.', unset: 'The model of the chat', default: null },
  },
}

async function openTools(page: Page) {
  await page.getByRole('button', { name: /^Tools: / }).click()
  return inspector(page).getByRole('tabpanel')
}

test('[T1] [C23] a tool is switched on for this chat, declared to the model, and set to ask first; Recall is offered with it', async ({
  page,
  server,
  upstream,
}) => {
  upstream.reply(callsTools({ calls: [todo] }))
  const chatId = await openToolChat(page, { address: server.address, upstream, tools: [] })
  await expect(page.getByRole('button', { name: 'Tools: no tools. Open' })).toBeVisible()
  const tools = await openTools(page)
  const listed = tools.getByRole('listitem').filter({ hasText: 'write_todo' })
  await expect(listed).toContainText('Replaces the to-do list of this chat, which the user sees.')
  const toggle = listed.getByRole('switch', { name: /To-do list/ })
  const before = await toggle.boundingBox()
  await toggle.press('Space')
  await expect(page.getByRole('button', { name: 'Tools: 1 tool. Open' })).toBeVisible()
  // What is said about the change moves nothing that may be clicked next.
  await expect(tools).toContainText('These tools differ from')
  expect(await toggle.boundingBox()).toEqual(before)
  await choose(listed.getByRole('combobox', { name: 'When it is called' }), 'Ask first')
  await expect(listed).toContainText('You approve each call.')
  await expect
    .poll(async () => (await clientOf(server.address).chat(chatId)).chat.settings.tools)
    .toEqual([offers('confirm')])

  await send(page, 'Plan the wall')
  await page.getByRole('button', { name: 'Always allow in this chat' }).click()
  await expect(answers(page)).toHaveCount(2)
  expect(upstream.requests.some(({ body }) => body.includes('"name":"write_todo"'))).toBe(true)
  expect(upstream.requests.some(({ body }) => body.includes('"name":"recall"'))).toBe(true)
  const recall = tools.getByRole('listitem').filter({ hasText: 'On because this chat uses markers and tools.' })
  await recall.getByRole('switch', { name: /Recall/ }).click()
  await expect(recall).toHaveCount(0)
  await expect.poll(async () => (await clientOf(server.address).chat(chatId)).chat.settings.context.recall).toBe(false)

  await expect(listed).toContainText('Always allowed in this chat.')
  await listed.getByRole('button', { name: 'Ask again' }).click()
  await expect(listed.getByRole('combobox', { name: 'When it is called' })).toHaveText('Ask first')
  await page.reload()
  await expect(await openTools(page)).toContainText('You approve each call.')
  await listed.getByRole('switch').click()
  await expect(page.getByRole('button', { name: 'Tools: no tools. Open' })).toBeVisible()
})

test('[T9] [R7] without any provider: the demo says how to offer a tool, calls it, waits, and continues from the result', async ({
  page,
}) => {
  await startChat(page, 'to-do list')
  await answerEnded(page)
  await expect(answers(page).last()).toContainText('no tool for that is offered in this chat')
  const tools = await openTools(page)
  await tools.getByRole('switch', { name: /To-do list/ }).press('Space')
  await choose(tools.getByRole('combobox', { name: 'When it is called' }), 'Ask first')
  await expect(tools).toContainText('You approve each call.')

  await send(page, 'to-do list')
  await page.getByRole('button', { name: 'Approve', exact: true }).click()
  await expect(answers(page)).toHaveCount(3)
  await expect(answers(page).last()).toContainText('write_todo came back as done')
  await expect(page.getByRole('article', { name: 'Tool results' })).toContainText('Approve it, or deny it and say why')
})

test('[T1] the options of a tool are kept, a long text when it is saved', async ({ page, server, upstream }) => {
  await page.route('**/api/workspaces/*/tools', route =>
    route.fulfill({
      json: {
        tools: [
          { ...described, name: 'minion' },
          { ...described, name: 'shell', title: 'Shell', notOfferedBecause: 'this home has no shell', options: [] },
        ],
        rest: [],
      },
    }),
  )
  const chatId = await openToolChat(page, {
    address: server.address,
    upstream,
    tools: [offers(null, 'minion'), offers(null, 'gone_tool')],
  })
  const tools = await openTools(page)
  const minion = tools.getByRole('listitem').filter({ hasText: 'minion' })
  await minion.getByRole('combobox', { name: 'When it is called' }).click()
  await expect(page.getByRole('option')).toHaveText(['Ask first', 'Never run'])
  await page.keyboard.press('Escape')
  await minion.getByRole('switch', { name: 'Allow web search' }).click()
  await expect(minion.getByRole('switch', { name: 'Allow web search' })).toBeChecked()
  await choose(minion.getByRole('combobox', { name: 'Model' }), 'Quill Small')
  await minion.getByRole('textbox', { name: 'System prompt' }).fill('Be thorough.')
  await expect(minion).toContainText('Unsaved changes')
  await minion.getByRole('button', { name: 'Revert' }).click()
  await expect(minion.getByRole('textbox', { name: 'System prompt' })).toHaveValue('Be brief.')
  const saved = draftSaved(page, 'Be thorough.')
  await minion.getByRole('textbox', { name: 'System prompt' }).fill('Be thorough.')
  await saved
  await page.reload()
  await openTools(page)
  await expect(minion.getByRole('textbox', { name: 'System prompt' })).toHaveValue('Be thorough.')
  await minion.getByRole('button', { name: 'Save', exact: true }).click()
  await tools.getByRole('listitem').filter({ hasText: 'gone_tool' }).getByRole('button', { name: 'Remove' }).click()
  const shell = tools.getByRole('listitem').filter({ hasText: 'Shell' })
  await expect(shell).toContainText('Unavailable: This home has no shell.')
  await expect(shell.getByRole('switch')).toBeDisabled()

  const definition = (await clientOf(server.address).models()).models.find(({ facts }) => facts.model === 'quill-small')
    ?.facts.definition
  await expect
    .poll(async () => (await clientOf(server.address).chat(chatId)).chat.settings.tools)
    .toEqual([
      {
        name: 'minion',
        policy: null,
        options: { web: true, model: { definition, model: 'quill-small' }, prompt: 'Be thorough.' },
      },
    ])
})

test('[T1] a choice that was not saved is shown as before, and a model that cannot use tools says so', async ({
  page,
  server,
  upstream,
}) => {
  const provider = await addProvider(server.address, upstream)
  const override = { takes: { tools: false } }
  await clientOf(server.address).overrideModel(provider, { model: 'quill-large', override })
  await page.route('**/api/chats/*/tools', route => route.fulfill({ status: 503, json: { detail: 'Not now.' } }))
  await startChat(page, 'Good morning')
  await answerEnded(page)
  const tools = await openTools(page)
  await expect(tools).toContainText('Quill Large cannot use tools.')
  await tools.getByRole('switch', { name: /To-do list/ }).click()
  await expect(tools.getByRole('alert')).toContainText('Not now.')
  await expect(tools.getByRole('switch', { name: /To-do list/ })).not.toBeChecked()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('[V1] the tools are a sheet from below', async ({ page, server, upstream }) => {
    await addProvider(server.address, upstream)
    await startChat(page, 'Good morning')
    await answerEnded(page)
    const tools = await openTools(page)
    await tools.getByRole('switch', { name: /To-do list/ }).click()
    await expect(tools.getByRole('switch', { name: /To-do list/ })).toBeChecked()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Tools: 1 tool. Open' })).toBeFocused()
  })
})
