import { afterEach, describe, expect, it, vi } from 'vitest'
import { testConnection, testKey } from '../testing/test-connection.ts'
import { addressOf, openClient } from './open-client.ts'

describe('openClient', () => {
  afterEach(() => vi.unstubAllEnvs())

  it('[Z-13] takes nothing from the environment of the machine', async () => {
    vi.stubEnv('GOOGLE_API_KEY', 'environment-key')
    vi.stubEnv('GEMINI_API_KEY', 'environment-key')
    vi.stubEnv('GOOGLE_GENAI_USE_VERTEXAI', 'true')
    vi.stubEnv('GOOGLE_CLOUD_PROJECT', 'environment-project')
    vi.stubEnv('GOOGLE_GEMINI_BASE_URL', 'http://environment.invalid')
    const asked: Record<string, unknown>[] = []
    const fetch: typeof globalThis.fetch = async (input, init) => {
      asked.push({ url: String(input), ...Object.fromEntries(new Headers(init?.headers)) })
      return Response.json({ models: [] })
    }
    const client = await openClient(testConnection({ type: 'gemini', baseUrl: 'https://proxy.example' }), fetch)
    await client.models.list()
    expect(asked).toMatchObject([{ url: 'https://proxy.example/v1beta/models', 'x-goog-api-key': testKey }])
    expect(JSON.stringify(asked)).not.toContain('environment')
  })
})

describe('addressOf', () => {
  it('[P1] takes an address with or without a version and a slash', () => {
    const bare = { baseUrl: 'https://proxy.example/gemini' }
    expect(addressOf(null)).toEqual({})
    expect(addressOf('https://proxy.example/gemini/')).toEqual(bare)
    expect(addressOf('https://proxy.example/gemini/v1/')).toEqual({ ...bare, apiVersion: 'v1' })
    expect(addressOf('https://proxy.example/gemini/v1beta')).toEqual({ ...bare, apiVersion: 'v1beta' })
  })
})
