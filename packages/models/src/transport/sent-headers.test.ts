import { afterEach, describe, expect, it, vi } from 'vitest'
import { anthropicFixtures } from '../anthropic/fixtures.ts'
import { anthropic } from '../anthropic/provider.ts'
import { bedrockFixtures } from '../bedrock/fixtures.ts'
import { bedrock } from '../bedrock/provider.ts'
import { geminiFixtures } from '../gemini/fixtures.ts'
import { gemini } from '../gemini/provider.ts'
import { chatFixtures } from '../openai-chat/fixtures.ts'
import { openaiChat } from '../openai-chat/provider.ts'
import { fixtures as responsesFixtures } from '../openai-responses/fixtures.ts'
import { openAiResponses } from '../openai-responses/provider.ts'
import { sentTo } from '../testing/sent-to.ts'
import { testKey } from '../testing/test-connection.ts'

const providers = [
  { name: 'Chat Completions', provider: openaiChat, facts: chatFixtures.facts },
  { name: 'Responses', provider: openAiResponses, facts: responsesFixtures.facts },
  { name: 'Anthropic', provider: anthropic, facts: anthropicFixtures.facts },
  { name: 'Gemini', provider: gemini, facts: geminiFixtures.facts },
  { name: 'Bedrock', provider: bedrock, facts: bedrockFixtures.facts },
]

const bearer = `Bearer ${testKey}`
const json = { 'content-type': 'application/json' }
const model = encodeURIComponent(bedrockFixtures.facts.model)

describe('what goes to a server beside the request', () => {
  afterEach(() => vi.unstubAllEnvs())

  it.each(providers)(
    '[S6] [Z-13] is nothing of the environment and of the machine: $name',
    async ({ provider, facts }) => {
      for (const name of [
        'OPENAI_API_KEY',
        'OPENAI_ORG_ID',
        'OPENAI_BASE_URL',
        'ANTHROPIC_API_KEY',
        'ANTHROPIC_AUTH_TOKEN',
        'ANTHROPIC_CUSTOM_HEADERS',
        'GOOGLE_API_KEY',
        'GEMINI_API_KEY',
        'GOOGLE_GEMINI_BASE_URL',
        'AWS_BEARER_TOKEN_BEDROCK',
        'AWS_REGION',
        'AWS_ENDPOINT_URL',
      ]) {
        vi.stubEnv(name, 'http://environment.invalid')
      }
      const { url, headers } = await sentTo(provider, facts, {})
      expect(`${url} ${JSON.stringify(headers)}`).not.toContain('environment')
      expect(Object.keys(headers).filter(name => /stainless|amz|user-agent/.test(name))).toEqual([])
    },
  )

  it.each(providers)('[P1] are the user’s own headers, over everything else: $name', async ({ provider, facts }) => {
    const own = { 'X-Team': 'blue', Authorization: 'Basic abc', 'X-Goog-Api-Key': 'own' }
    const { headers } = await sentTo(provider, facts, { credentials: { key: testKey, headers: own } })
    expect(headers).toMatchObject({ 'x-team': 'blue', authorization: 'Basic abc', 'x-goog-api-key': 'own' })
  })

  it('[P2] is no key where there is none, with servers that may have none', async () => {
    for (const { provider, facts } of providers.slice(0, 3)) {
      const { headers } = await sentTo(provider, facts, { credentials: { key: null, headers: {} } })
      expect([headers.authorization, headers['x-api-key']]).toEqual([undefined, undefined])
    }
  })

  it('[P1] OpenAI takes the key as a bearer', async () => {
    expect(await sentTo(openaiChat, chatFixtures.facts, {})).toEqual({
      url: 'https://proxy.example/v1/chat/completions',
      headers: { accept: 'application/json', ...json, authorization: bearer },
    })
    expect(await sentTo(openAiResponses, responsesFixtures.facts, {})).toEqual({
      url: 'https://proxy.example/v1/responses',
      headers: { accept: 'application/json', ...json, authorization: bearer },
    })
  })

  it.each([
    [null, 'https://generativelanguage.googleapis.com/v1beta'],
    ['https://proxy.example/gemini/', 'https://proxy.example/gemini/v1beta'],
    ['https://proxy.example/gemini/v1/', 'https://proxy.example/gemini/v1'],
  ])('[P1] Gemini at %s is reached at %s, with the key in its own header', async (baseUrl, expected) => {
    const { facts } = geminiFixtures
    const definition = { baseUrl }
    expect(await sentTo(gemini, facts, { definition })).toEqual({
      url: `${expected}/models/${facts.model}:streamGenerateContent?alt=sse`,
      headers: { ...json, 'x-goog-api-key': testKey },
    })
    const { url } = await sentTo(gemini, facts, { definition }, { settings: { streaming: false } })
    expect(url).toBe(`${expected}/models/${facts.model}:generateContent`)
  })

  it.each([
    ['us-west-2', 'https://bedrock-runtime.us-west-2.amazonaws.com'],
    ['bedrock:eu-central-1', 'https://bedrock-runtime.eu-central-1.amazonaws.com'],
    ['https://bedrock-runtime.us-east-1.amazonaws.com/', 'https://bedrock-runtime.us-east-1.amazonaws.com'],
    ['https://proxy.example/aws/', 'https://proxy.example/aws'],
  ])('[P2] Bedrock at %s is reached at %s, with the key as a bearer', async (baseUrl, address) => {
    expect(await sentTo(bedrock, bedrockFixtures.facts, { baseUrl })).toEqual({
      url: `${address}/model/${model}/converse-stream`,
      headers: { ...json, authorization: bearer },
    })
    const { url } = await sentTo(bedrock, bedrockFixtures.facts, { baseUrl }, { settings: { streaming: false } })
    expect(url).toBe(`${address}/model/${model}/converse`)
  })

  it.each([
    ['Anthropic itself', null, {}, '2026-10-21', undefined],
    ['Anthropic itself, with sampling', null, { temperature: 0.2 }, '2023-06-01', undefined],
    ['another server', 'http://127.0.0.1:9', {}, '2023-06-01', testKey],
  ])(
    '[P1] [P5] %s takes its version, and the key where it looks for it',
    async (_name, baseUrl, settings, version, key) => {
      const { headers } = await sentTo(anthropic, anthropicFixtures.facts, { definition: { baseUrl } }, { settings })
      expect([headers['anthropic-version'], headers['x-api-key'], headers.authorization]).toEqual([
        version,
        key,
        bearer,
      ])
    },
  )
})
