import { clientOf, inspector } from './inspector-page.ts'
import { answerEnded, ask, expect, startChat } from './stet.ts'
import { addProvider, wireTest as test } from './upstream.ts'

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
  await field.fill('You work in {{workspace}}.')
  await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain('You work in {{workspace}}.')
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
