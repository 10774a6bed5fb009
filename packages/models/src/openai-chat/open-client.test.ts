import { defaultAnswerSettings } from '@stet/history'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Credentials, DefinitionOptions } from '../definition.ts'
import { defaultDefinitionOptions } from '../definition.ts'
import { conversation } from '../testing/conversation.ts'
import { recordStream } from '../testing/find-breaches.ts'
import { testConnection } from '../testing/test-connection.ts'
import { startWireServer, type WireRequest, type WireServer } from '../testing/wire-server.ts'
import { chatFixtures } from './fixtures.ts'
import { openaiChat } from './provider.ts'

let server: WireServer
beforeAll(async () => {
  server = await startWireServer()
})
afterAll(() => server.close())
afterEach(() => vi.unstubAllEnvs())

async function send(
  credentials: Credentials,
  options: Partial<DefinitionOptions> = {},
  path = '',
): Promise<WireRequest | undefined> {
  const { frame, terminator, say, facts } = chatFixtures
  server.reply({ headers: { 'content-type': 'text/event-stream' }, body: [...say('Hi.').map(frame), ...terminator] })
  const { thrown } = await recordStream(
    openaiChat.stream({
      connection: testConnection({
        type: 'openai-chat',
        baseUrl: `${server.url}${path}`,
        definition: { options: { ...defaultDefinitionOptions, ...options } },
        credentials,
      }),
      facts,
      request: conversation('Hello?'),
      settings: defaultAnswerSettings,
      files: new Map(),
      signal: new AbortController().signal,
      onMapped: () => undefined,
    }),
  )
  if (thrown !== null) throw thrown
  return server.requests[0]
}

describe('what is sent beside the body', () => {
  // The first: the client is made with the first request, which then finds these.
  it('[Z-13] is nothing from the environment, and nothing of the machine', async () => {
    vi.stubEnv('OPENAI_API_KEY', 'environment-key')
    vi.stubEnv('OPENAI_ADMIN_KEY', 'environment-admin')
    vi.stubEnv('OPENAI_ORG_ID', 'environment-org')
    vi.stubEnv('OPENAI_PROJECT_ID', 'environment-project')
    vi.stubEnv('OPENAI_BASE_URL', 'http://environment.invalid')
    vi.stubEnv('OPENAI_CUSTOM_HEADERS', 'x-environment: environment-header')
    const sent = await send({ key: null, headers: {} })
    expect(JSON.stringify(sent)).not.toMatch(/environment|stainless/)
  })

  it('[P2] is no key where there is none, not even one that was made up', async () => {
    const sent = await send({ key: null, headers: {} }, { local: true })
    expect(sent?.headers.authorization).toBeUndefined()
    expect(JSON.stringify(sent)).not.toContain('Bearer')
  })

  it('[P1] is the key, and the headers of the person over everything else', async () => {
    const sent = await send({ key: 'a-key-of-the-person', headers: { 'X-Team': 'blue', Authorization: 'Basic abc' } })
    expect([sent?.headers['x-team'], sent?.headers.authorization]).toEqual(['blue', 'Basic abc'])
  })

  it('[P1] is whatever stands behind the base URL', async () => {
    const sent = await send({ key: null, headers: {} }, {}, '/openai?api-version=1')
    expect(sent?.path).toBe('/openai/chat/completions?api-version=1')
  })
})
