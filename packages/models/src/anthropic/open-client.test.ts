import { defaultAnswerSettings } from '@stet/history'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Connection } from '../definition.ts'
import { conversation } from '../testing/conversation.ts'
import { recordStream } from '../testing/find-breaches.ts'
import { testConnection, testKey } from '../testing/test-connection.ts'
import { startWireServer, type WireServer } from '../testing/wire-server.ts'
import { anthropicFixtures } from './fixtures.ts'
import { openClient } from './open-client.ts'
import { anthropic } from './provider.ts'

const { facts, say, frame } = anthropicFixtures
let server: WireServer

beforeAll(async () => {
  server = await startWireServer()
})

afterAll(() => server.close())

afterEach(() => {
  vi.unstubAllEnvs()
})

async function send(credentials: Partial<Connection['credentials']>, settings = {}) {
  server.reply({ headers: { 'content-type': 'text/event-stream' }, body: say('Hello there.').map(frame) })
  const connection = testConnection({
    type: 'anthropic',
    baseUrl: server.url,
    credentials: { key: testKey, headers: {}, ...credentials },
  })
  const { thrown } = await recordStream(
    anthropic.stream({
      connection,
      facts,
      request: conversation('Hello?'),
      settings: { ...defaultAnswerSettings, ...settings },
      files: new Map(),
      signal: new AbortController().signal,
      onMapped: () => undefined,
    }),
  )
  if (thrown !== null) throw thrown
  return server.requests[0]?.headers ?? {}
}

describe('what goes to the server beside the request', () => {
  it('[P1] is the key, in the headers by which servers know it, and the person’s own headers', async () => {
    const { authorization, 'x-api-key': key, 'x-own': own } = await send({ headers: { 'X-Own': 'own-value' } })
    expect({ authorization, key, own }).toEqual({ authorization: `Bearer ${testKey}`, key: testKey, own: 'own-value' })
  })

  it('[P1] is the key once at Anthropic itself', async () => {
    const sent: Headers[] = []
    const answer = new Response('{}', { headers: { 'content-type': 'application/json' } })
    const client = await openClient(
      { credentials: { key: testKey, headers: {} } },
      'https://api.anthropic.com',
      async (_input, init) => {
        sent.push(new Headers(init?.headers))
        return answer
      },
    )
    await client.get('/v1/models')
    expect(sent.map(headers => [headers.get('authorization'), headers.get('x-api-key')])).toEqual([
      [`Bearer ${testKey}`, null],
    ])
  })

  it('[S6] is nothing of the environment, with a key and without', async () => {
    vi.stubEnv('ANTHROPIC_API_KEY', 'environment-secret')
    vi.stubEnv('ANTHROPIC_AUTH_TOKEN', 'environment-secret')
    vi.stubEnv('ANTHROPIC_BASE_URL', 'http://127.0.0.1:9')
    vi.stubEnv('ANTHROPIC_CUSTOM_HEADERS', 'X-Gateway: environment-secret\nAuthorization: Bearer environment-secret')
    const withKey = await send({})
    const without = await send({ key: null })
    expect({
      leaks: JSON.stringify([withKey, without]).includes('environment-secret'),
      authorization: [withKey.authorization, without.authorization],
      key: [withKey['x-api-key'], without['x-api-key']],
    }).toEqual({
      leaks: false,
      authorization: [`Bearer ${testKey}`, undefined],
      key: [testKey, undefined],
    })
  })

  it('[P5] is the version that takes sampling when there is some, and the newest otherwise', async () => {
    const plain = await send({})
    const sampled = await send({}, { temperature: 0.2 })
    expect([plain['anthropic-version'], sampled['anthropic-version']]).toEqual([
      expect.not.stringMatching('2023-06-01'),
      '2023-06-01',
    ])
    expect(JSON.parse(server.requests[0]?.body ?? '')).toMatchObject({ temperature: 0.2 })
  })
})
