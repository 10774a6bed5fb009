import type { WireRequest } from '@stet/models/testing'
import { clientOf } from '../setup/inspector-page.ts'
import { answers, expect, send } from '../setup/stet.ts'
import { callsInTurn, openToolChat } from '../setup/tool-upstream.ts'
import { asProvider, json, wireTest as test } from '../setup/upstream.ts'

/** One red pixel. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='

test('[T9] [U1] a model makes an image with the user’s approval, and changes it: it is drawn, attached, and paid for', async ({
  page,
  server,
  upstream,
}) => {
  const asked: WireRequest[] = []
  let made = ''
  const calls = callsInTurn([{ tool: 'generate_image', input: '{"prompt":"A harbour wall"}' }], { says: 'Here it is.' })
  upstream.reply(request => {
    if (request.path.endsWith('/models')) return json({ data: [{ id: 'quill-large' }, { id: 'gpt-image-1' }] })
    if (!request.path.includes('/images/')) {
      if (made === '') return calls(request)
      const input = JSON.stringify({ prompt: 'Make it blue', images: [made] })
      return callsInTurn([{ tool: 'generate_image', input }], { says: 'Now it is blue.' })(request)
    }
    if (request.headers.authorization === undefined) return asProvider(request)
    asked.push(request)
    const usage = {
      total_tokens: 60,
      input_tokens: 10,
      output_tokens: 50,
      input_tokens_details: { text_tokens: 10, image_tokens: 0 },
    }
    return json({ created: 1, output_format: 'png', data: [{ b64_json: PNG }], usage })
  })
  const tools = [{ name: 'generate_image', policy: null, options: {} }]
  const chatId = await openToolChat(page, { address: server.address, upstream, tools })

  // A model for images is not offered for answers.
  await page.getByRole('button', { name: /^Tools/ }).click()
  await page.getByRole('combobox', { name: 'Image model' }).click()
  await page.getByRole('option', { name: 'gpt-image-1' }).click()
  await expect(page.getByRole('combobox', { name: 'Image model' })).toContainText('gpt-image-1')
  await page.keyboard.press('Escape')

  await send(page, 'Draw a harbour wall')
  const card = page.getByRole('region', { name: /needs approval/ })
  await expect(card).toContainText('A harbour wall')
  expect(asked).toHaveLength(0)
  await card.getByRole('button', { name: 'Approve', exact: true }).click()
  await expect(answers(page).last()).toContainText('Here it is.')
  const image = page.getByRole('img', { name: /A harbour wall\.png/ }).first()
  await expect(image).toBeVisible()
  expect(await image.evaluate((drawn: HTMLImageElement) => drawn.naturalWidth)).toBeGreaterThan(0)
  expect(JSON.parse(asked[0]?.body ?? '')).toEqual({ model: 'gpt-image-1', prompt: 'A harbour wall', n: 1 })

  const client = clientOf(server.address)
  const { path } = await client.chat(chatId)
  const [file] = path
    .flatMap(message => (message.role === 'tool-results' ? message.parts : []))
    .flatMap(({ content }) => content.flatMap(part => (part.kind === 'file' ? [part] : [])))
  made = file?.blob ?? ''
  await send(page, 'Make it blue')
  await card.getByRole('button', { name: 'Approve', exact: true }).click()
  await expect(answers(page).last()).toContainText('Now it is blue.')
  expect(asked[1]?.path).toMatch(/\/images\/edits$/)
  expect(asked[1]?.body).toContain('name="image"; filename=')
  const { requests } = await client.chatRequests(chatId, {})
  expect(requests.filter(({ purpose }) => purpose === 'image')).toHaveLength(2)
})
