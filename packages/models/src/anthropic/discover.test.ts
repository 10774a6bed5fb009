import type { Json } from '@stet/history'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Definition } from '../definition.ts'
import { testConnection, testKey } from '../testing/test-connection.ts'
import { startWireServer, type WireServer } from '../testing/wire-server.ts'
import { discover } from './discover.ts'

let server: WireServer

beforeAll(async () => {
  server = await startWireServer()
})

afterAll(() => server.close())

function serve(...pages: readonly Json[]): void {
  const headers = { 'content-type': 'application/json' }
  server.reply(...pages.map(page => ({ headers, body: JSON.stringify(page) })))
}

function find(definition: Partial<Definition> = {}, path = '') {
  const connection = testConnection({ type: 'anthropic', baseUrl: `${server.url}${path}`, definition })
  return discover(connection, new AbortController().signal)
}

const yes = { supported: true }
const no = { supported: false }

function listed(id: string, thinking: Json, effort: Json): Json {
  return {
    type: 'model',
    id,
    display_name: id.toUpperCase(),
    created_at: '2026-01-01T00:00:00Z',
    lifecycle: 'active',
    max_input_tokens: 1_000_000,
    max_tokens: 128_000,
    capabilities: { image_input: yes, pdf_input: no, thinking, effort },
  }
}

describe('the models of a connection', () => {
  it('[P1] are listed with window, limit and abilities', async () => {
    serve({
      data: [
        listed('adaptive', { ...yes, types: { adaptive: yes, enabled: yes } }, yes),
        listed('switch', { ...yes, types: { adaptive: yes, enabled: no } }, no),
        listed('budget', { ...yes, types: { adaptive: no, enabled: yes } }, no),
        listed('none', { ...no, types: { adaptive: no, enabled: no } }, no),
        { id: 'old', display_name: 'Old', lifecycle: 'deprecated', retires_at: '2027-02-03T00:00:00Z' },
        { id: 'bare', max_tokens: null, max_input_tokens: -1, capabilities: null },
      ],
      has_more: false,
    })
    const reported = { contextWindow: 1_000_000, outputLimit: 128_000, takes: { images: true, files: false } }
    expect(await find()).toEqual([
      { model: 'adaptive', name: 'ADAPTIVE', ...reported, reasoning: 'effort' },
      { model: 'switch', name: 'SWITCH', ...reported, reasoning: 'switch' },
      { model: 'budget', name: 'BUDGET', ...reported, reasoning: 'budget' },
      { model: 'none', name: 'NONE', ...reported, reasoning: 'none' },
      { model: 'old', name: 'Old', note: 'deprecated, retires on 2027-02-03' },
      { model: 'bare' },
    ])
  })

  it('[P1] are followed over pages', async () => {
    serve(
      { data: [{ id: 'a' }], has_more: true, last_id: 'a' },
      { data: [{ id: 'b' }], has_more: true, last_id: 'b' },
      { data: [{ id: 'c' }], has_more: false, last_id: 'c' },
    )
    expect((await find()).map(({ model }) => model)).toEqual(['a', 'b', 'c'])
    expect(server.requests.map(({ path }) => path)).toEqual([
      '/v1/models?limit=1000',
      '/v1/models?limit=1000&after_id=a',
      '/v1/models?limit=1000&after_id=b',
    ])
  })

  it('[P1] of a server whose pages never move on are listed once', async () => {
    serve({ data: [{ id: 'a' }], has_more: true, last_id: 'a' })
    expect((await find()).map(({ model }) => model)).toEqual(['a', 'a'])
  })

  it.each(['', '/', '/v1', '/v1/'])('[P1] are found below a base URL that ends with "%s"', async path => {
    serve({ data: [], has_more: false })
    await find({}, path)
    expect(server.requests.map(request => request.path)).toEqual(['/v1/models?limit=1000'])
  })

  it.each<[string, Json]>([
    ['{data: […]}', { data: [{ id: 'a' }, { id: 'b' }] }],
    ['a list of objects', [{ id: 'a' }, { id: 'b' }, { name: 'without id' }]],
    ['a list of strings', ['a', 'b', '']],
  ])('[P3] are read from an address of their own as %s, without the key', async (_name, answer) => {
    serve(answer)
    expect(await find({ modelsUrl: `${server.url}/open/models` })).toEqual([{ model: 'a' }, { model: 'b' }])
    expect(server.requests.map(({ path }) => path)).toEqual(['/open/models'])
    expect(JSON.stringify(server.requests)).not.toContain(testKey)
  })

  it('[P3] an answer that lists none says what may be wrong', async () => {
    serve({ object: 'something else' })
    await expect(find()).rejects.toMatchObject({
      kind: 'protocol',
      message: expect.stringContaining('lists no models'),
    })
  })

  it('[P2] are those of Anthropic among what Bedrock lists', async () => {
    const lists: Readonly<Record<string, Json>> = {
      '/foundation-models': {
        modelSummaries: [
          onDemand('anthropic.claude-sonnet-4-5-20250929-v1:0', 'Claude Sonnet 4.5'),
          onDemand('meta.llama3-70b-instruct-v1:0', 'Llama 3'),
        ],
      },
      '/inference-profiles': { inferenceProfileSummaries: [] },
    }
    const headers = { 'content-type': 'application/json' }
    server.reply(({ path }) => ({ headers, body: JSON.stringify(lists[path.split('?')[0] ?? ''] ?? {}) }))
    const found = await find({ baseUrl: `bedrock:${server.url}` })
    expect(found.map(({ model }) => model)).toEqual(['anthropic.claude-sonnet-4-5-20250929-v1:0'])
  })
})

function onDemand(modelId: string, modelName: string): Json {
  return {
    modelId,
    modelName,
    modelArn: `arn:aws:bedrock:us-west-2::foundation-model/${modelId}`,
    providerName: modelName,
    inputModalities: ['TEXT', 'IMAGE'],
    outputModalities: ['TEXT'],
    responseStreamingSupported: true,
    inferenceTypesSupported: ['ON_DEMAND'],
    modelLifecycle: { status: 'ACTIVE' },
  }
}
