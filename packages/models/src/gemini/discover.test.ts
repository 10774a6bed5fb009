import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testConnection, testKey } from '../testing/test-connection.ts'
import { startWireServer, type WireServer } from '../testing/wire-server.ts'
import { discover } from './discover.ts'

let server: WireServer
beforeAll(async () => {
  server = await startWireServer()
})
afterAll(() => server.close())

const signal = new AbortController().signal
const json = (value: unknown) => ({ headers: { 'content-type': 'application/json' }, body: JSON.stringify(value) })

describe('discover', () => {
  it('[P1] lists the models that generate content, over all pages', async () => {
    const pro = {
      name: 'models/gemini-2.5-pro',
      displayName: 'Gemini 2.5 Pro',
      inputTokenLimit: 1_048_576,
      outputTokenLimit: 65_536,
      supportedGenerationMethods: ['generateContent', 'countTokens'],
      thinking: true,
    }
    const embedding = { name: 'models/embedding-001', supportedGenerationMethods: ['embedContent'] }
    const gemma = { name: 'models/gemma-3-27b-it', supportedGenerationMethods: ['generateContent'] }
    server.reply(json({ models: [pro, embedding], nextPageToken: 'more' }), json({ models: [gemma] }))
    const models = await discover(testConnection({ type: 'gemini', baseUrl: server.url }), signal)
    expect(models).toEqual([
      {
        model: 'gemini-2.5-pro',
        name: 'Gemini 2.5 Pro',
        contextWindow: 1_048_576,
        outputLimit: 65_536,
        reasoning: 'budget',
      },
      { model: 'gemma-3-27b-it', reasoning: 'none' },
    ])
    expect(server.requests.map(({ path }) => path)).toEqual([
      '/v1beta/models?pageSize=1000',
      '/v1beta/models?pageSize=1000&pageToken=more',
    ])
    expect(server.requests[0]?.headers['x-goog-api-key']).toBe(testKey)
  })

  it('[FP-8] says that a key is wrong, and does not show it', async () => {
    const error = { code: 400, message: `API key not valid: ${testKey}`, details: [{ reason: 'API_KEY_INVALID' }] }
    server.reply({ status: 400, ...json({ error }) })
    const connection = testConnection({ type: 'gemini', baseUrl: server.url })
    await expect(discover(connection, signal)).rejects.toMatchObject({
      kind: 'auth',
      message: 'the key was rejected: API key not valid: [secret removed] (400)',
    })
  })

  it('[FP-8] asks for nothing without a key', async () => {
    server.reply(json({ models: [] }))
    const connection = testConnection({ type: 'gemini', baseUrl: server.url, credentials: { key: null, headers: {} } })
    await expect(discover(connection, signal)).rejects.toMatchObject({ kind: 'auth' })
    expect(server.requests).toEqual([])
  })

  it('[P1] takes the key from a header that the user set', async () => {
    server.reply(json({ models: [] }))
    const credentials = { key: null, headers: { 'X-Goog-Api-Key': 'in-the-header' } }
    await discover(testConnection({ type: 'gemini', baseUrl: server.url, credentials }), signal)
    expect(server.requests[0]?.headers['x-goog-api-key']).toBe('in-the-header')
  })

  it('[P3] asks a list that anyone may ask for without the key', async () => {
    server.reply(json({ data: [{ id: 'gemini-3-flash-preview', context_length: 1_048_576 }] }))
    const definition = { modelsUrl: `${server.url}/models` }
    const models = await discover(
      testConnection({ type: 'gemini', baseUrl: 'https://proxy.invalid', definition }),
      signal,
    )
    expect(models).toMatchObject([{ model: 'gemini-3-flash-preview', contextWindow: 1_048_576 }])
    expect(JSON.stringify(server.requests)).not.toContain(testKey)
  })

  it('[P1] does not follow pages that never end', async () => {
    server.reply(json({ models: [], nextPageToken: 'again' }))
    expect(await discover(testConnection({ type: 'gemini', baseUrl: server.url }), signal)).toEqual([])
    expect(server.requests).toHaveLength(50)
  })
})
