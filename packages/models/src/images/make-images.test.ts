import type { Json, ModelFacts } from '@stet/history'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createModels } from '../create-models.ts'
import { createDemoModel } from '../demo/demo-model.ts'
import type { ImageCall } from '../models.ts'
import type { PriceList } from '../price-list.ts'
import { costOf } from '../prices/cost-of.ts'
import { loadBundledPrices } from '../prices/load-bundled-prices.ts'
import { noPrices } from '../prices/no-prices.ts'
import type { ProviderType } from '../provider-type.ts'
import type { SentRequest } from '../sent-request.ts'
import { testConnection, testKey } from '../testing/test-connection.ts'
import { startWireServer, type WireReply, type WireServer } from '../testing/wire-server.ts'
import { makesImages } from './makes-images.ts'

const PNG = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3])
const JPEG = Uint8Array.from([0xff, 0xd8, 0xff, 0xe0, 4, 5])
const toBase64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')

let server: WireServer
beforeAll(async () => {
  server = await startWireServer()
})
afterAll(() => server.close())

function json(body: Json | object, status = 200): WireReply {
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
}

async function make(type: ProviderType, model: string, more: Partial<ImageCall> = {}) {
  const connection = testConnection({ type, baseUrl: type === 'gemini' ? server.url : `${server.url}/v1` })
  const models = createModels({
    demo: createDemoModel({ pace: 0 }),
    connections: { find: async () => ({ connection, models: [], overrides: {} }) },
    files: { read: async () => PNG },
    prices: { read: loadBundledPrices },
    clock: () => Date.parse('2026-11-15T12:00:00Z'),
  })
  const sent: SentRequest[] = []
  const made = await models.makeImages({
    choice: { definition: 'definition_1', model },
    prompt: 'A harbour wall',
    images: [],
    signal: new AbortController().signal,
    onSent: async request => void sent.push(request),
    ...more,
  })
  return { ...made, sent, request: server.requests.at(-1) }
}

const usage = {
  total_tokens: 100,
  input_tokens: 50,
  output_tokens: 50,
  input_tokens_details: { text_tokens: 10, image_tokens: 40 },
}

describe('OpenAI’s images', () => {
  it('[T9] are made by their own endpoint, with usage, and without the parameters that the model refuses', async () => {
    server.reply(json({ created: 1, output_format: 'png', data: [{ b64_json: toBase64(PNG) }], usage }))
    const made = await make('openai-responses', 'gpt-image-1')
    expect(made.images).toEqual([{ mediaType: 'image/png', bytes: PNG }])
    expect(made.usage).toMatchObject({ input: 50, output: 50 })
    expect(made.request).toMatchObject({ method: 'POST', path: '/v1/images/generations' })
    expect(JSON.parse(made.request?.body ?? '')).toEqual({ model: 'gpt-image-1', prompt: 'A harbour wall', n: 1 })
    expect(JSON.stringify(made.sent)).not.toContain(testKey)
    const list: PriceList = {
      prices: { ...noPrices, input: 5, imageInput: 10, output: 40 },
      tiers: [],
      from: 'person',
      match: 'exact',
      asOf: null,
    }
    const cost = costOf({ ...made, protocol: 'openai-responses', prices: list })
    // Ten tokens of text, forty of images, fifty that were made.
    expect(cost.usd).toBeCloseTo((10 * 5 + 40 * 10 + 50 * 40) / 1e6, 10)
  })

  it('[T9] are asked for as bytes where a model would answer with a link', async () => {
    server.reply(json({ created: 1, data: [{ b64_json: toBase64(JPEG), revised_prompt: 'x' }] }))
    const made = await make('openai-chat', 'dall-e-3')
    expect(JSON.parse(made.request?.body ?? '')).toMatchObject({ response_format: 'b64_json' })
    expect([made.images[0]?.mediaType, made.usage]).toEqual(['image/jpeg', null])
  })

  it('[T9] are edited as a form with the files, which the ledger names', async () => {
    server.reply(json({ created: 1, data: [{ b64_json: toBase64(PNG) }], usage }))
    const file = { name: 'wall.png', mediaType: 'image/png', bytes: PNG }
    const made = await make('openai-responses', 'gpt-image-1', { images: [file, { ...file, name: 'sea.png' }] })
    expect(made.request?.path).toBe('/v1/images/edits')
    expect(made.request?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/)
    for (const piece of ['name="image[]"; filename="wall.png"', 'name="prompt"', 'Content-Type: image/png']) {
      expect(made.request?.body).toContain(piece)
    }
    expect(JSON.parse(made.sent[0]?.body ?? '')).toEqual({
      model: 'gpt-image-1',
      prompt: 'A harbour wall',
      n: '1',
      'image[]': ['wall.png (image/png, 11 bytes)', 'sea.png (image/png, 11 bytes)'],
    })
  })

  it('[T9] fail with the provider’s words', async () => {
    server.reply(
      json({ error: { message: 'Your request was rejected by the safety system.', code: 'moderation_blocked' } }, 400),
    )
    await expect(make('openai-responses', 'gpt-image-1')).rejects.toMatchObject({ kind: 'refused' })
    server.reply(json({ created: 1, data: [{ url: 'https://images.example/a.png' }] }))
    await expect(make('openai-chat', 'dall-e-2')).rejects.toMatchObject({ kind: 'protocol' })
    await expect(make('anthropic', 'claude-opus-4-1')).rejects.toThrow('makes no images')
  })
})

describe('Gemini’s images', () => {
  it('[T9] come in the parts of an answer, and images to edit go in as parts', async () => {
    server.reply(
      json({
        candidates: [
          {
            content: {
              role: 'model',
              parts: [{ text: 'Here.' }, { inlineData: { mimeType: 'image/png', data: toBase64(PNG) } }],
            },
            finishReason: 'STOP',
            index: 0,
          },
        ],
        usageMetadata: {
          promptTokenCount: 10,
          candidatesTokenCount: 1290,
          totalTokenCount: 1300,
          candidatesTokensDetails: [{ modality: 'IMAGE', tokenCount: 1290 }],
        },
        modelVersion: 'gemini-2.5-flash-image',
      }),
    )
    const images = [{ name: 'wall.jpg', mediaType: 'image/jpeg', bytes: JPEG }]
    const made = await make('gemini', 'gemini-2.5-flash-image', { images })
    expect(made.images).toEqual([{ mediaType: 'image/png', bytes: PNG }])
    expect(made.usage).toMatchObject({ input: 10, output: 1290 })
    expect(made.request?.path).toBe('/v1beta/models/gemini-2.5-flash-image:generateContent')
    expect(JSON.parse(made.request?.body ?? '')).toEqual({
      contents: [
        {
          role: 'user',
          parts: [{ inlineData: { mimeType: 'image/jpeg', data: toBase64(JPEG) } }, { text: 'A harbour wall' }],
        },
      ],
      generationConfig: { responseModalities: ['TEXT', 'IMAGE'] },
    })
  })

  it('[T9] that were not made are explained', async () => {
    server.reply(json({ promptFeedback: { blockReason: 'PROHIBITED_CONTENT' } }))
    await expect(make('gemini', 'gemini-2.5-flash-image')).rejects.toThrow(
      'the prompt was blocked (PROHIBITED_CONTENT)',
    )
    server.reply(json({ candidates: [{ finishReason: 'IMAGE_SAFETY' }] }))
    await expect(make('gemini', 'gemini-2.5-flash-image')).rejects.toThrow('no image was made (IMAGE_SAFETY)')
  })
})

it.each<readonly [ProviderType, string, ModelFacts['makesImages']]>([
  ['openai-responses', 'gpt-image-1-mini', 'only'],
  ['openai-responses', 'chatgpt-image-latest', 'only'],
  ['openai-chat', 'black-forest-labs/flux-1.1-pro', 'only'],
  ['gemini', 'gemini-3-pro-image-preview', 'too'],
  ['gemini', 'gemini-2.5-pro', undefined],
  ['openai-responses', 'gpt-5', undefined],
  ['anthropic', 'gpt-image-1', undefined],
])('[T9] knows by its name that on %s the model %s makes images: %s', (protocol, model, expected) => {
  expect(makesImages(protocol, model)).toBe(expected)
})
