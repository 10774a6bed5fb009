import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Credentials } from '../definition.ts'
import { testConnection, testKey } from '../testing/test-connection.ts'
import { startWireServer, type WireServer } from '../testing/wire-server.ts'
import { openClient, overWire } from './open-client.ts'

let server: WireServer
beforeAll(async () => {
  server = await startWireServer()
})
afterAll(() => server.close())
afterEach(() => vi.unstubAllEnvs())

async function ask(credentials: Credentials, status = 200) {
  const connection = testConnection({ type: 'openai-responses', baseUrl: server.url, credentials })
  server.reply({ status, headers: { 'content-type': 'application/json' }, body: '{}' })
  const client = await openClient()
  const fetchOptions = overWire(connection, connection.fetch)
  await client
    .post(`${server.url}/v1/responses`, { body: { model: 'm' }, fetchOptions })
    .catch((error: unknown) => error)
  return server.requests
}

describe('the SDK of OpenAI', () => {
  // The first: the client is made with the first request, which then finds these.
  it('[P1] takes no key, organization, project or address from the environment', async () => {
    vi.stubEnv('OPENAI_API_KEY', 'key-of-the-environment')
    vi.stubEnv('OPENAI_ADMIN_KEY', 'admin-of-the-environment')
    vi.stubEnv('OPENAI_ORG_ID', 'organization-of-the-environment')
    vi.stubEnv('OPENAI_PROJECT_ID', 'project-of-the-environment')
    vi.stubEnv('OPENAI_BASE_URL', 'http://127.0.0.1:9/v1')
    vi.stubEnv('OPENAI_CUSTOM_HEADERS', 'x-environment: header-of-the-environment')
    const requests = await ask({ key: null, headers: {} })
    expect(requests).toHaveLength(1)
    expect(JSON.stringify(requests)).not.toContain('of-the-environment')
  })

  it('[P1] sends the key and the headers of the definition', async () => {
    const requests = await ask({ key: testKey, headers: { 'X-Team': 'team-1', Authorization: 'Basic abc' } })
    expect(requests.map(({ path, headers }) => [path, headers.authorization, headers['x-team']])).toEqual([
      ['/v1/responses', 'Basic abc', 'team-1'],
    ])
  })

  it('[P2] sends no key where there is none', async () => {
    const [request] = await ask({ key: null, headers: {} })
    expect(request?.headers).not.toHaveProperty('authorization')
  })

  it('[Z-13] tells nothing of the machine it runs on', async () => {
    const [request] = await ask({ key: testKey, headers: {} })
    expect(Object.keys(request?.headers ?? {}).filter(name => name.startsWith('x-'))).toEqual([])
  })

  it('[FP-7] asks once, whatever comes back', async () => {
    expect(await ask({ key: testKey, headers: {} }, 503)).toHaveLength(1)
  })
})
