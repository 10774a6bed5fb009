import { describe, expect, it } from 'vitest'
import { testConnection, testKey } from '../testing/test-connection.ts'
import { discover } from './discover.ts'

const signal = new AbortController().signal

type Answers = Readonly<Record<string, unknown>>

/** A fetch that answers by address, and remembers what was asked of it. */
function answering(answers: Answers) {
  const asked: { readonly url: string; readonly authorization: string | null }[] = []
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const url = String(input)
    asked.push({ url, authorization: new Headers(init?.headers).get('authorization') })
    const body = answers[url.replace('https://', '')]
    const refusal = { status: 403, headers: { 'x-amzn-errortype': 'AccessDeniedException' } }
    return body === undefined ? Response.json({ message: 'not allowed' }, refusal) : Response.json(body)
  }
  return { fetch, asked }
}

const arn = (region: string, model: string) => `arn:aws:bedrock:${region}::foundation-model/${model}`

const claude = {
  modelId: 'anthropic.claude-sonnet-4-5-20250929-v1:0',
  modelArn: arn('us-west-2', 'anthropic.claude-sonnet-4-5-20250929-v1:0'),
  modelName: 'Claude Sonnet 4.5',
  inputModalities: ['TEXT', 'IMAGE'],
  outputModalities: ['TEXT'],
  inferenceTypesSupported: ['INFERENCE_PROFILE'],
}
const oss = {
  modelId: 'openai.gpt-oss-120b-1:0',
  modelArn: arn('us-west-2', 'openai.gpt-oss-120b-1:0'),
  modelName: 'gpt-oss-120b',
  inputModalities: ['TEXT'],
  outputModalities: ['TEXT'],
  inferenceTypesSupported: ['ON_DEMAND'],
}
const painter = { ...oss, modelId: 'stability.sd3-5-large-v1:0', outputModalities: ['IMAGE'] }
const premier = { ...claude, modelId: 'amazon.nova-premier-v1:0', modelName: 'Nova Premier' }

const profile = (id: string, name: string, ...models: readonly string[]) => ({
  inferenceProfileId: id,
  inferenceProfileArn: `arn:aws:bedrock:us-west-2:123456789012:inference-profile/${id}`,
  inferenceProfileName: name,
  models: models.map(modelArn => ({ modelArn })),
  status: 'ACTIVE',
  type: 'SYSTEM_DEFINED',
})

const here = 'bedrock.us-west-2.amazonaws.com'
const answers: Answers = {
  [`${here}/foundation-models`]: { modelSummaries: [claude, oss, painter] },
  [`${here}/inference-profiles`]: {
    inferenceProfileSummaries: [
      profile('us.claude', 'US Claude Sonnet 4.5', claude.modelArn, arn('us-east-1', claude.modelId)),
    ],
    nextToken: 'more',
  },
  [`${here}/inference-profiles?nextToken=more`]: {
    inferenceProfileSummaries: [
      profile('us.premier', 'US Nova Premier', arn('us-east-1', premier.modelId)),
      { ...profile('mine', 'Mine', claude.modelArn), type: 'APPLICATION' },
      { ...profile('open', 'Open', oss.modelArn), type: 'APPLICATION' },
      profile('us.painter', 'US Painter', arn('us-west-2', painter.modelId)),
    ],
  },
  'bedrock.us-east-1.amazonaws.com/foundation-models': { modelSummaries: [premier] },
  [`${here}/imported-models`]: {
    modelSummaries: [{ modelArn: 'arn:aws:bedrock:us-west-2:1:imported-model/abc', modelName: 'own-llama' }],
  },
  [`${here}/custom-models`]: {
    modelSummaries: [{ modelArn: 'arn:aws:bedrock:us-west-2:1:custom-model/def', modelName: 'tuned-nova' }],
  },
}

const found = [
  {
    model: 'openai.gpt-oss-120b-1:0',
    name: 'gpt-oss-120b',
    takes: { images: false },
  },
  {
    model: 'us.claude',
    name: 'US Claude Sonnet 4.5',
    takes: { images: true },
    note: 'us-west-2, us-east-1',
  },
  { model: 'us.premier', name: 'US Nova Premier', takes: { images: true }, note: 'us-east-1' },
  {
    model: 'arn:aws:bedrock:us-west-2:123456789012:inference-profile/mine',
    name: 'Mine',
    takes: { images: true, files: true, tools: true },
    reasoning: 'budget',
    caching: 'marks',
    note: 'us-west-2',
  },
  {
    model: 'arn:aws:bedrock:us-west-2:123456789012:inference-profile/open',
    name: 'Open',
    takes: { images: false },
    reasoning: 'effort',
    note: 'us-west-2',
  },
]
const imported = {
  model: 'arn:aws:bedrock:us-west-2:1:imported-model/abc',
  name: 'own-llama',
  note: '[Imported]',
}
const custom = { model: 'arn:aws:bedrock:us-west-2:1:custom-model/def', name: 'tuned-nova', note: '[Custom]' }

describe('discover', () => {
  it('[P1] [P2] lists foundation models, profiles with their regions, and the user’s own, over all pages and regions', async () => {
    const { fetch, asked } = answering(answers)
    const models = await discover(testConnection({ type: 'bedrock', baseUrl: 'us-west-2', fetch }), signal)
    expect(models).toEqual([...found, imported, custom])
    expect(asked.map(({ url }) => url).sort()).toEqual(
      Object.keys(answers)
        .map(address => `https://${address}`)
        .sort(),
    )
    expect(new Set(asked.map(({ authorization }) => authorization))).toEqual(new Set([`Bearer ${testKey}`]))
  })

  it('[P2] continues without the lists that the key may not see, and logs it', async () => {
    const { [`${here}/imported-models`]: _, [`${here}/custom-models`]: __, ...rest } = answers
    const { fetch } = answering(rest)
    const lines: string[] = []
    const log = (line: string) => lines.push(line)
    const models = await discover(testConnection({ type: 'bedrock', baseUrl: 'bedrock:us-west-2', fetch, log }), signal)
    expect(models).toEqual(found)
    expect(lines).toEqual([
      'Bedrock does not list the imported models: the key was rejected: not allowed (403)',
      'Bedrock does not list the custom models: the key was rejected: not allowed (403)',
    ])
  })

  it('[FP-8] says that a key is wrong', async () => {
    const { fetch } = answering({})
    await expect(
      discover(testConnection({ type: 'bedrock', baseUrl: 'us-west-2', fetch }), signal),
    ).rejects.toMatchObject({
      kind: 'auth',
    })
  })

  it('[FP-8] asks for nothing without a key', async () => {
    const { fetch, asked } = answering(answers)
    const credentials = { key: null, headers: {} }
    const connection = testConnection({ type: 'bedrock', baseUrl: 'us-west-2', fetch, credentials })
    await expect(discover(connection, signal)).rejects.toMatchObject({ kind: 'auth' })
    expect(asked).toEqual([])
  })

  it('[P3] asks a list that anyone may ask for without the key', async () => {
    const { fetch, asked } = answering({ 'list.example/models': ['us.amazon.nova-2-lite-v1:0'] })
    const definition = { modelsUrl: 'https://list.example/models' }
    const models = await discover(testConnection({ type: 'bedrock', baseUrl: 'us-west-2', fetch, definition }), signal)
    expect(models).toEqual([{ model: 'us.amazon.nova-2-lite-v1:0' }])
    expect(asked).toEqual([{ url: 'https://list.example/models', authorization: null }])
  })
})
