import { defaultAnswerSettings } from '@stet/history'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Connection } from '../definition.ts'
import { conversation } from '../testing/conversation.ts'
import { recordStream } from '../testing/find-breaches.ts'
import { type TestConnection, testConnection, testKey } from '../testing/test-connection.ts'
import { bedrockFixtures } from './fixtures.ts'
import { bedrock } from './provider.ts'

interface Sent {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}

/** Asks over a fetch that answers anything, and gives what was sent. */
async function send(connection: Partial<TestConnection>, streaming = true): Promise<Sent> {
  const sent: Sent[] = []
  const { facts, say, frame, streamType, scenarios } = bedrockFixtures
  const fetch: Connection['fetch'] = async (input, init) => {
    sent.push({ url: String(input), headers: Object.fromEntries(new Headers(init?.headers)) })
    if (!streaming) return Response.json(scenarios.text.whole)
    return new Response(new Blob(say('Hi.').map(frame)), {
      headers: { 'content-type': streamType },
    })
  }
  const { thrown } = await recordStream(
    bedrock.stream({
      connection: testConnection({ type: 'bedrock', baseUrl: 'us-west-2', fetch, ...connection }),
      facts,
      request: conversation('Hello?'),
      settings: { ...defaultAnswerSettings, streaming },
      files: new Map(),
      signal: new AbortController().signal,
      onMapped: () => undefined,
    }),
  )
  if (thrown !== null) throw thrown
  const [first] = sent
  if (first === undefined) throw new Error('nothing was sent')
  return first
}

const model = encodeURIComponent(bedrockFixtures.facts.model)

describe('where a request to Bedrock goes', () => {
  afterEach(() => vi.unstubAllEnvs())

  it.each([
    ['us-west-2', 'https://bedrock-runtime.us-west-2.amazonaws.com'],
    ['bedrock:eu-central-1', 'https://bedrock-runtime.eu-central-1.amazonaws.com'],
    ['https://bedrock-runtime.us-east-1.amazonaws.com/', 'https://bedrock-runtime.us-east-1.amazonaws.com'],
    ['https://proxy.example/aws/', 'https://proxy.example/aws'],
  ])('[P2] %s is %s', async (baseUrl, address) => {
    expect((await send({ baseUrl })).url).toBe(`${address}/model/${model}/converse-stream`)
    expect((await send({ baseUrl }, false)).url).toBe(`${address}/model/${model}/converse`)
  })

  it('[P1] the key goes as a bearer, and the headers of the person over everything else', async () => {
    expect((await send({})).headers.authorization).toBe(`Bearer ${testKey}`)
    const credentials = { key: null, headers: { Authorization: 'Bearer own-token', 'X-Team': 'blue' } }
    const { headers } = await send({ credentials })
    expect([headers.authorization, headers['x-team']]).toEqual(['Bearer own-token', 'blue'])
  })

  it('[Z-13] nothing of the environment and of the machine goes along', async () => {
    vi.stubEnv('AWS_BEARER_TOKEN_BEDROCK', 'environment-token')
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'environment-id')
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'environment-secret')
    vi.stubEnv('AWS_REGION', 'environment-region')
    vi.stubEnv('AWS_ENDPOINT_URL', 'http://environment.invalid')
    vi.stubEnv('AWS_ENDPOINT_URL_BEDROCK_RUNTIME', 'http://environment.invalid')
    vi.stubEnv('AWS_SDK_UA_APP_ID', 'environment-app')
    expect(await send({})).toEqual({
      url: `https://bedrock-runtime.us-west-2.amazonaws.com/model/${model}/converse-stream`,
      headers: { authorization: `Bearer ${testKey}`, 'content-type': 'application/json' },
    })
  })
})
