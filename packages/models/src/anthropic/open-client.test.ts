import { type AnswerSettings, defaultAnswerSettings } from '@stet/history'
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

function stream(connection: Connection, settings: Partial<AnswerSettings>) {
  return anthropic.stream({
    connection,
    facts,
    request: conversation('Hello?'),
    settings: { ...defaultAnswerSettings, ...settings },
    files: new Map(),
    signal: new AbortController().signal,
    onMapped: () => undefined,
  })
}

async function send(credentials: Partial<Connection['credentials']>) {
  server.reply({ headers: { 'content-type': 'text/event-stream' }, body: say('Hello there.').map(frame) })
  const connection = testConnection({
    type: 'anthropic',
    baseUrl: server.url,
    credentials: { key: testKey, headers: {}, ...credentials },
  })
  const { thrown } = await recordStream(stream(connection, {}))
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

  it.each([
    ['Anthropic itself', null, {}, '2026-10-21'],
    ['Anthropic itself, with sampling', null, { temperature: 0.2 }, '2023-06-01'],
    ['another server', 'http://127.0.0.1:9', {}, '2023-06-01'],
  ])('[P5] is the version that %s takes', async (_name, baseUrl, settings, expected) => {
    const sent: Headers[] = []
    const fetch: typeof globalThis.fetch = async (_input, init) => {
      sent.push(new Headers(init?.headers))
      return new Response(say('Hello there.').map(frame).join(''), { headers: { 'content-type': 'text/event-stream' } })
    }
    await recordStream(
      stream(testConnection({ type: 'anthropic', baseUrl: '', definition: { baseUrl }, fetch }), settings),
    )
    expect(sent.map(headers => headers.get('anthropic-version'))).toEqual([expected])
  })
})
