import { choose } from '../setup/choose.ts'
import { clientOf, inspector, reportOf } from '../setup/inspector-page.ts'
import { answerEnded, ask, draftSaved, expect, startChat } from '../setup/stet.ts'
import { addProvider, wireTest as test } from '../setup/upstream.ts'

test.use({ viewport: { width: 1440, height: 900 } })

test('[W2] a system prompt is written in the chat, previewed, saved and sent', async ({ page, server, upstream }) => {
  await addProvider(server.address, upstream)
  const url = await startChat(page, 'Hello')
  await answerEnded(page)
  await page.getByRole('button', { name: 'Chat', exact: true }).click()
  await page.getByRole('menuitem', { name: 'System prompt' }).click()
  const panel = inspector(page)
  const field = panel.getByRole('textbox', { name: 'System prompt' })
  await field.fill('You work in ')
  await panel.getByRole('button', { name: 'Insert a variable' }).click()
  await page.getByRole('menuitem', { name: '{{workspace}}' }).click()
  await expect(field).toHaveValue('You work in {{workspace}}')
  await expect(panel.getByRole('region', { name: 'Preview' })).toContainText('You work in My workspace')

  await field.fill('You work in {{workspace}} on {{dat}}')
  await expect(panel.getByRole('button', { name: 'Save' })).toBeDisabled()
  await panel.getByRole('button', { name: 'Line 1: There is no variable dat.' }).click()
  expect(
    await field.evaluate((area: HTMLTextAreaElement) => area.value.slice(area.selectionStart, area.selectionEnd)),
  ).toBe('{{dat}}')

  // What is typed and not saved survives a reload.
  const saved = draftSaved(page, 'You work in {{workspace}}.')
  await field.fill('You work in {{workspace}}.')
  await saved
  await page.reload()
  await page.getByRole('button', { name: 'Inspector', exact: true }).click()
  await panel.getByRole('tab', { name: 'Prompt' }).click()
  await expect(field).toHaveValue('You work in {{workspace}}.')
  await panel.getByRole('button', { name: 'Save' }).click()
  await expect(panel.getByText('Unsaved changes')).toHaveCount(0)
  await expect(panel.getByRole('region', { name: 'Sent with each request' })).toContainText('You work in My workspace.')

  await ask(page, 'Where are you?')
  await expect
    .poll(() => upstream.requests.filter(({ body }) => body.includes('You work in My workspace.')).length)
    .toBe(1)
  const chatId = url.split('/').at(-1) as `chat_${string}`
  const { chat } = await clientOf(server.address).chat(chatId)
  expect([chat.settings.systemPrompt, chat.prompt?.text]).toEqual([
    'You work in {{workspace}}.',
    'You work in My workspace.',
  ])
})

test('[W2] a prompt of the library is used in a chat, changed, reset, and saved ones are offered to a new workspace', async ({
  page,
  server,
}) => {
  await startChat(page, 'Hello')
  await answerEnded(page)
  await page.getByRole('button', { name: 'Inspector', exact: true }).click()
  const panel = inspector(page)
  await panel.getByRole('tab', { name: 'Prompt' }).click()
  const menu = panel.getByRole('button', { name: 'Prompts' })
  await menu.click()
  await page.getByRole('menuitem', { name: 'Use Writer' }).click()
  const field = panel.getByRole('textbox', { name: 'System prompt' })
  await expect(field).toHaveValue(/You are an experienced writer/)
  await expect(panel.getByRole('region', { name: 'Preview' })).toContainText(/Today is \w+, \d+ \w+ 20\d\d\./)

  await field.fill('You write haiku.')
  await menu.click()
  await page.getByRole('menuitem', { name: 'Save this prompt…' }).click()
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Poet')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await menu.click()
  await page.getByRole('menuitem', { name: 'Edit saved prompts…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: /Assistant/ }).click()
  await dialog.getByRole('textbox', { name: 'Prompt', exact: true }).fill('Be kind.')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByRole('button', { name: /Assistant.*Changed/ }).click()
  await dialog.getByRole('button', { name: 'Reset' }).click()
  await expect(dialog.getByRole('button', { name: /Assistant.*Built in/ })).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).click()

  await page.getByRole('button', { name: 'New workspace' }).click()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Poems')
  await choose(dialog.getByRole('combobox', { name: 'System prompt' }), 'Poet')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('tab', { name: 'Prompt' }).click()
  await expect(page.getByRole('main').getByRole('textbox', { name: 'System prompt' })).toHaveValue('You write haiku.')
  const { workspaces } = await clientOf(server.address).workspaces()
  expect(workspaces.map(({ name }) => name)).toEqual(['My workspace', 'Poems'])
})

test('[W1] [W2] titles are asked for as the workspace says; a message is sent by a template, which the inspector shows', async ({
  page,
  server,
  upstream,
}) => {
  await addProvider(server.address, upstream)
  const { id } = await clientOf(server.address).workspace()
  await page.goto(`/workspaces/${id}`)
  await page.getByRole('tab', { name: 'Messages' }).click()
  await expect(page.getByText('Built in: Write a title for this conversation')).toBeVisible()
  await page.getByRole('textbox', { name: 'Titles' }).fill('Name it after a fern.')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Unsaved changes')).toHaveCount(0)
  await startChat(page, 'Hello')
  await answerEnded(page)
  await expect.poll(() => upstream.requests.some(({ body }) => body.includes('Name it after a fern.'))).toBe(true)
  await page.getByRole('button', { name: 'Inspector', exact: true }).click()
  const panel = inspector(page)
  await panel.getByRole('tab', { name: 'Messages' }).click()
  await panel.getByRole('radio', { name: 'By template' }).check()
  await panel.getByRole('textbox', { name: 'Template' }).fill('Question: {{text}}')
  await panel.getByRole('button', { name: 'Save' }).click()
  await expect(panel.getByText('Unsaved changes')).toHaveCount(0)
  await ask(page, 'Where is it?')
  const said = page.getByRole('article', { name: 'You' }).last()
  await expect(said.getByText('Where is it?', { exact: true })).toBeVisible()
  await expect.poll(() => upstream.requests.some(({ body }) => body.includes('Question: Where is it?'))).toBe(true)
  const report = await reportOf(panel)
  await expect(report).toContainText('Question: Where is it?')
})
