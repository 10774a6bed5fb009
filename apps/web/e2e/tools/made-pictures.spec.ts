import type { Page } from '@playwright/test'
import type { WireReply, WireRequest } from '@stet/models/testing'
import { clientOf } from '../setup/inspector-page.ts'
import { draw } from '../setup/pictures.ts'
import { answerEnded, answers, expect, startChat } from '../setup/stet.ts'
import { json, wireTest as test } from '../setup/upstream.ts'

test.use({ viewport: { width: 1440, height: 900 } })

const MODEL = 'gemini-2.5-flash-image'

/** Gemini's wire: a list with one model, and an answer of a sentence and two pictures. Titles are plain. */
function asGemini(pictures: readonly Buffer[]): (request: WireRequest) => WireReply {
  return ({ path }) => {
    if (!path.includes('GenerateContent')) {
      const model = {
        name: `models/${MODEL}`,
        displayName: 'Gemini Image',
        inputTokenLimit: 32_768,
        outputTokenLimit: 8192,
        supportedGenerationMethods: ['generateContent'],
      }
      return json({ models: [model] })
    }
    const parts = [
      { text: 'Two flags.' },
      ...pictures.map(bytes => ({ inlineData: { mimeType: 'image/png', data: bytes.toString('base64') } })),
    ]
    const chunks = parts.map((part, index) => ({
      candidates: [
        { content: { parts: [part], role: 'model' }, index: 0, ...(index === 2 && { finishReason: 'STOP' }) },
      ],
      usageMetadata: { promptTokenCount: 9, candidatesTokenCount: 2580, totalTokenCount: 2589 },
      modelVersion: MODEL,
      responseId: 'response-1',
    }))
    return {
      headers: { 'content-type': 'text/event-stream' },
      body: chunks.map(chunk => `data: ${JSON.stringify(chunk)}\r\n\r\n`),
    }
  }
}

/** How wide each picture of the answer is, once it is drawn. */
function widths(page: Page): Promise<readonly number[]> {
  return answers(page)
    .getByRole('img')
    .evaluateAll(images => images.map(image => (image as HTMLImageElement).naturalWidth))
}

test('[W4] [P4] pictures that a model makes are attachments: shown, opened, downloaded, there after a reload, listed by the manager', async ({
  page,
  server,
  upstream,
}) => {
  await page.goto('/')
  const one = await draw(page, 'one.png', { width: 64, height: 48, type: 'image/png' })
  const two = await draw(page, 'two.png', { width: 80, height: 48, type: 'image/png' })
  upstream.reply(asGemini([one.buffer, two.buffer]))
  const client = clientOf(server.address)
  const { presets } = await client.presets()
  const preset = presets.find(({ id }) => id === 'gemini')
  if (preset === undefined) throw new Error('there is no preset for Gemini')
  const { id } = await client.addProvider({
    form: {
      type: 'gemini',
      name: 'Gemini',
      icon: preset.icon,
      preset: preset.id,
      baseUrl: `${upstream.url}/v1beta`,
      modelsUrl: null,
      options: { ...preset.options, thisComputer: true },
      enabled: true,
      key: 'key-0123456789',
      headers: {},
    },
  })
  await client.discoverModels(id)
  await client.changeDefaultModel({ model: { definition: id, model: MODEL } })

  await startChat(page, 'Draw two flags')
  await answerEnded(page)
  await expect(answers(page)).toContainText('Two flags.')
  await expect.poll(() => widths(page)).toEqual([64, 80])
  await page.reload()
  await expect.poll(() => widths(page)).toEqual([64, 80])

  await page.getByRole('button', { name: 'Open made-1.png' }).click()
  const box = page.getByRole('dialog')
  await expect(box).toContainText('1 / 2')
  await page.keyboard.press('ArrowRight')
  await expect(box.getByRole('img', { name: 'made-2.png' })).toBeVisible()
  const saving = page.waitForEvent('download')
  await box.getByRole('button', { name: 'Download' }).click()
  expect((await saving).suggestedFilename()).toBe('made-2.png')
  await page.keyboard.press('Escape')

  await page.goto('/attachments')
  const rows = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Show in chat' })
  await expect(rows).toHaveCount(2)
  await expect(rows.first()).toContainText('made by the model')
  await expect(page.getByText(/^2 files, /).first()).toBeVisible()
})
