import { clientOf, inspector } from '../setup/inspector-page.ts'
import { expect } from '../setup/stet.ts'
import { addProvider, json, RIGHT_KEY, wireTest as test } from '../setup/upstream.ts'

test('[C15] the inspector asks the provider how many tokens the next request has', async ({
  page,
  server,
  upstream,
}) => {
  let tokens: number | null = null
  upstream.reply(({ path, body }) => {
    if (path === '/v1/models')
      return json({ data: [{ type: 'model', id: 'quill-large', display_name: 'Quill Large' }] })
    if (path !== '/v1/messages/count_tokens') return json({}, 404)
    if (tokens === null) return json({ type: 'error', error: { type: 'overloaded_error', message: 'Busy.' } }, 529)
    return json({ input_tokens: body.includes('How many tokens') ? tokens : 1 })
  })
  const id = await addProvider(server.address, upstream, RIGHT_KEY, 'anthropic')
  const chat = await clientOf(server.address).createChat({})
  await page.goto(`/chats/${chat.id}`)
  await page.getByRole('textbox', { name: 'Message' }).fill('How many tokens is this?')
  await page.getByRole('button', { name: 'Inspector', exact: true }).click()
  const panel = inspector(page)
  await panel.getByText('1 message, in full.').waitFor()
  await panel.getByRole('button', { name: 'Count exactly' }).click()
  await expect(panel.getByRole('status').filter({ hasText: 'Busy' })).toBeVisible()
  tokens = 4321
  await panel.getByRole('button', { name: 'Count exactly' }).click()
  await expect(
    panel.getByText(/^4,321 tokens, counted by the provider \(the estimate is \d+% too low\)\.$/),
  ).toBeVisible()
  expect(id).toMatch(/^def_/)
})
