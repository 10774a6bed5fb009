import type { Json } from '@stet/history'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Definition, defaultDefinitionOptions } from '../definition.ts'
import type { DiscoveredModel } from '../discovered-model.ts'
import { ModelError } from '../model-error.ts'
import { testConnection, testKey } from '../testing/test-connection.ts'
import { startWireServer, type WireReply, type WireServer } from '../testing/wire-server.ts'
import { discover, setWindow } from './discover.ts'

let server: WireServer
beforeAll(async () => {
  server = await startWireServer()
})
afterAll(() => server.close())

const local = { ...defaultDefinitionOptions, local: true }
const missing: WireReply = { status: 404, body: 'not found' }

function json(body: Json): WireReply {
  return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
}

/** Answers by path; what is not listed is not there. */
function serve(paths: Readonly<Record<string, Json | ((body: string) => Json)>>): void {
  server.reply(({ path, body }) => {
    const answer = paths[path]
    if (answer === undefined) return missing
    return json(typeof answer === 'function' ? answer(body) : answer)
  })
}

function models(definition: Partial<Definition> = {}): Promise<readonly DiscoveredModel[]> {
  return discover(
    testConnection({ type: 'openai-chat', baseUrl: server.url, definition }),
    new AbortController().signal,
  )
}

describe('the list of models', () => {
  it.each<[string, Json]>([
    ['{ data: […] }', { object: 'list', data: [{ id: 'one', object: 'model' }, { id: 'two' }] }],
    ['a list of objects', [{ id: 'one' }, { id: 'two' }]],
    ['a list of names', ['one', 'two']],
    ['{ models: […] }', { models: [{ name: 'one' }, { model: 'two' }] }],
    ['a list that names one twice', ['one', 'two', 'one']],
  ])('[P3] may be %s', async (_name, answer) => {
    serve({ '/v1/models': answer })
    expect(await models()).toEqual([{ model: 'one' }, { model: 'two' }])
  })

  it('[P3] is read without the entries that name no model, which are counted', async () => {
    serve({ '/v1/models': { data: [{ id: 'one' }, { object: 'model' }, 7, null, { id: 'two' }] } })
    const lines: string[] = []
    const log = (line: string) => lines.push(line)
    const connection = testConnection({ type: 'openai-chat', baseUrl: server.url, log })
    expect(await discover(connection, new AbortController().signal)).toEqual([{ model: 'one' }, { model: 'two' }])
    expect(lines).toEqual([`${connection.definition.name} lists 3 entries that name no model: they were left out`])
  })

  it('[P1] is asked for with the key and the headers of the user', async () => {
    serve({ '/v1/models': [] })
    const connection = testConnection({
      type: 'openai-chat',
      baseUrl: server.url,
      credentials: { key: testKey, headers: { 'x-team': 'blue' } },
    })
    await discover(connection, new AbortController().signal)
    expect(server.requests.map(({ headers }) => [headers.authorization, headers['x-team']])).toEqual([
      [`Bearer ${testKey}`, 'blue'],
    ])
  })

  it('[P1] is asked for with the header of the user where both it and the key are called alike', async () => {
    serve({ '/v1/models': [] })
    const credentials = { key: testKey, headers: { Authorization: 'Basic abc' } }
    await discover(
      testConnection({ type: 'openai-chat', baseUrl: server.url, credentials }),
      new AbortController().signal,
    )
    expect(server.requests.map(({ headers }) => headers.authorization)).toEqual(['Basic abc'])
  })

  it('[P3] may lie elsewhere, where no key and no header is sent', async () => {
    serve({ '/all-models': ['one'] })
    const connection = testConnection({
      type: 'openai-chat',
      baseUrl: 'https://example.org/v1',
      definition: { modelsUrl: `${server.url}/all-models` },
      credentials: { key: testKey, headers: { 'x-team': 'a secret of the team' } },
    })
    expect(await discover(connection, new AbortController().signal)).toEqual([{ model: 'one' }])
    expect(JSON.stringify(server.requests)).not.toMatch(/test-key|a secret|authorization/)
  })

  it('[P2] is asked for without a key where there is none', async () => {
    serve({ '/v1/models': [] })
    await discover(
      testConnection({ type: 'openai-chat', baseUrl: server.url, credentials: { key: null, headers: {} } }),
      new AbortController().signal,
    )
    expect(server.requests.map(({ headers }) => headers.authorization)).toEqual([undefined])
  })

  it('[P3] gives prices, windows and abilities as OpenRouter reports them', async () => {
    const entry = {
      id: 'maker/model',
      name: 'Maker: Model',
      context_length: 200_000,
      architecture: { input_modalities: ['text', 'image', 'file'], output_modalities: ['text'] },
      top_provider: { context_length: 200_000, max_completion_tokens: 64_000 },
      supported_parameters: ['tools', 'reasoning', 'temperature'],
      pricing: {
        prompt: '0.000003',
        completion: '0.000015',
        image: '0.0048',
        request: '0',
        web_search: '0.01',
        input_cache_read: '0.0000003',
        input_cache_write: '0.00000375',
      },
    }
    const search = {
      id: 'maker/search',
      pricing: { prompt: '0.000001', completion: '0.000002', request: '0.005' },
    }
    const router = { id: 'router/auto', pricing: { prompt: '-1', completion: '-1' }, supported_parameters: [] }
    const painter = { id: 'maker/painter', architecture: { output_modalities: ['image'] } }
    serve({ '/v1/models': { data: [entry, search, router, painter] } })
    expect(await models()).toEqual([
      {
        model: 'maker/model',
        name: 'Maker: Model',
        contextWindow: 200_000,
        outputLimit: 64_000,
        takes: { images: true, files: true, tools: true },
        reasoning: 'effort',
        caching: 'marks',
        prices: { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75, webSearch: 0.01 },
      },
      { model: 'maker/search', prices: { input: 1, output: 2, request: 0.005 } },
      { model: 'router/auto', takes: { tools: false }, reasoning: 'none' },
    ])
  })

  it('[P3] gives windows and abilities as other vendors report them, without what is for something else', async () => {
    serve({
      '/v1/models': {
        data: [
          { id: 'groq', context_window: 131_072, max_completion_tokens: 32_768, active: true },
          { id: 'gone', context_window: 8192, active: false },
          {
            id: 'mistral',
            max_context_length: 32_768,
            capabilities: { completion_chat: true, function_calling: true, vision: false },
          },
          { id: 'mistral-embed', capabilities: { completion_chat: false } },
          { id: 'vllm', max_model_len: 4096 },
          { id: 'together', type: 'chat', context_length: 8192, display_name: 'Together one' },
          { id: 'together-embed', type: 'embedding' },
          { id: 'odd', context_length: -1, max_output_tokens: 'many' },
        ],
      },
    })
    expect(await models()).toEqual([
      { model: 'groq', contextWindow: 131_072, outputLimit: 32_768 },
      { model: 'mistral', contextWindow: 32_768, takes: { images: false, tools: true } },
      { model: 'vllm', contextWindow: 4096 },
      { model: 'together', name: 'Together one', contextWindow: 8192 },
      { model: 'odd' },
    ])
  })

  it.each<[string, Json]>([
    ['an object', { hello: 'there' }],
    ['a text', 'hello'],
    ['a list of figures', [1, 2]],
    ['objects without names', { data: [{ object: 'model' }] }],
    ['data that is no list', { data: { id: 'one' } }],
  ])('[P3] that is %s is refused in words', async (_name, answer) => {
    serve({ '/v1/models': answer })
    const error = await models().catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(ModelError)
    expect(error).toMatchObject({ kind: 'protocol', message: expect.stringContaining('no list of models') })
  })

  it('[P3] that is not JSON is refused in words', async () => {
    server.reply({ headers: { 'content-type': 'text/plain' }, body: 'Ollama is running' })
    await expect(models()).rejects.toMatchObject({ kind: 'protocol', message: expect.stringContaining('not JSON') })
  })

  it('[FP-13] is not waited for without end', async () => {
    server.reply({ headers: { 'content-type': 'application/json' }, body: ['[', 'hang'] })
    const connection = testConnection({ type: 'openai-chat', baseUrl: server.url, limits: { idleMs: 50 } })
    await expect(discover(connection, new AbortController().signal)).rejects.toMatchObject({ kind: 'network' })
  })
})

describe('a server at home', () => {
  const list = { '/v1/models': ['llama', 'embedder', 'thinker'] }

  it('[P3] that is Ollama reports the window of each model, and what it can', async () => {
    const shown: Readonly<Record<string, Json>> = {
      llama: {
        model_info: { 'general.architecture': 'llama', 'llama.context_length': 131_072 },
        capabilities: ['completion', 'tools'],
        parameters: 'stop "<|eot|>"\nnum_ctx   16384',
      },
      embedder: { model_info: { 'bert.context_length': 512 }, capabilities: ['embedding'] },
      thinker: { model_info: { 'qwen3.context_length': 40_960 }, capabilities: ['completion', 'vision', 'thinking'] },
    }
    serve({
      ...list,
      '/api/show': body => shown[JSON.parse(body).model] ?? null,
      '/api/ps': { models: [{ model: 'thinker', context_length: 4096 }] },
    })
    expect(await models({ options: local })).toEqual([
      { model: 'llama', contextWindow: 16_384, takes: { images: false, tools: true }, reasoning: 'none' },
      { model: 'thinker', contextWindow: 4096, takes: { images: true, tools: false }, reasoning: 'switch' },
    ])
  })

  it('[P3] that is Ollama with no model loaded has its usual window, not the trained one, and says that it is uncertain', async () => {
    serve({ '/v1/models': ['llama'], '/api/show': { model_info: { 'llama.context_length': 131_072 } } })
    expect(await models({ options: local })).toEqual([{ model: 'llama', contextWindow: 4096, uncertainWindow: true }])
  })

  it('[P3] that is Ollama shows its default by a model that is loaded without a setting of its own', async () => {
    serve({
      '/v1/models': ['llama', 'small', 'other'],
      '/api/show': body => ({
        model_info: { 'x.context_length': JSON.parse(body).model === 'small' ? 2048 : 131_072 },
      }),
      '/api/ps': { models: [{ model: 'other', context_length: 32_768 }] },
    })
    expect(await models({ options: local })).toEqual([
      { model: 'llama', contextWindow: 32_768, uncertainWindow: true },
      { model: 'small', contextWindow: 2048, uncertainWindow: true },
      { model: 'other', contextWindow: 32_768 },
    ])
  })

  it('[P3] that is Ollama is asked to load a model with another window', async () => {
    serve({ '/api/create': { status: 'success' } })
    const connection = testConnection({ type: 'openai-chat', baseUrl: server.url, definition: { options: local } })
    const before = server.requests.length
    await setWindow(connection, 'llama', 32_768, new AbortController().signal)
    expect(server.requests.slice(before).map(({ path, body }) => [path, JSON.parse(body)])).toEqual([
      ['/api/create', { model: 'llama', from: 'llama', parameters: { num_ctx: 32_768 }, stream: false }],
    ])
    serve({ '/api/create': { error: 'disk full' } })
    await expect(setWindow(connection, 'llama', 1, new AbortController().signal)).rejects.toThrow(
      'Ollama did not set the window: disk full',
    )
  })

  it('[P3] that is llama.cpp reports the window it was started with', async () => {
    serve({
      '/v1/models': { data: [{ id: 'model.gguf', meta: { n_ctx_train: 131_072 } }] },
      '/props': { default_generation_settings: { n_ctx: 8192 }, modalities: { vision: true, audio: false } },
    })
    expect(await models({ options: local })).toEqual([
      { model: 'model.gguf', contextWindow: 8192, takes: { images: true } },
    ])
  })

  it('[P3] that is LM Studio reports windows, loaded or not, in its present and its earlier form', async () => {
    serve({
      '/v1/models': ['a', 'b', 'e', 'b:2'],
      '/api/v1/models': {
        models: [
          {
            key: 'a',
            type: 'llm',
            display_name: 'A',
            max_context_length: 32_768,
            loaded_instances: [],
            capabilities: { vision: false },
          },
          {
            key: 'b',
            type: 'llm',
            max_context_length: 131_072,
            loaded_instances: [{ id: 'b:2', config: { context_length: 4096 } }],
            capabilities: { vision: true },
          },
          { key: 'e', type: 'embedding', max_context_length: 512 },
        ],
      },
    })
    expect(await models({ options: local })).toEqual([
      { model: 'a', name: 'A', contextWindow: 32_768, takes: { images: false } },
      { model: 'b', contextWindow: 4096, takes: { images: true } },
      { model: 'b:2', contextWindow: 4096, takes: { images: true } },
    ])
    serve({
      '/v1/models': ['a', 'b', 'e'],
      '/api/v0/models': {
        data: [
          { id: 'a', type: 'vlm', max_context_length: 32_768 },
          { id: 'b', type: 'llm', max_context_length: 32_768, loaded_context_length: 8192 },
          { id: 'e', type: 'embeddings', max_context_length: 512 },
        ],
      },
    })
    expect(await models({ options: local })).toEqual([
      { model: 'a', contextWindow: 32_768, takes: { images: true } },
      { model: 'b', contextWindow: 8192, takes: { images: false } },
    ])
  })

  it('[P3] that reports nothing of itself keeps its list', async () => {
    serve({
      '/v1/models': { data: [{ id: 'one', max_model_len: 4096 }] },
      '/api/show': { error: 'Unexpected endpoint' },
      '/props': 'no',
      '/api/v1/models': [],
      '/api/v0/models': null,
    })
    expect(await models({ options: local })).toEqual([{ model: 'one', contextWindow: 4096 }])
    serve({ '/v1/models': [] })
    expect(await models({ options: local })).toEqual([])
  })

  it('[P3] elsewhere is asked for nothing but its list', async () => {
    serve(list)
    await models()
    expect(server.requests.map(({ path }) => path)).toEqual(['/v1/models'])
  })

  it('[FP-18] is not probed any further once the user gave up', async () => {
    const controller = new AbortController()
    server.reply(json(['llama']), () => {
      controller.abort()
      return { body: ['hang'] }
    })
    const connection = testConnection({ type: 'openai-chat', baseUrl: server.url, definition: { options: local } })
    await expect(discover(connection, controller.signal)).rejects.toMatchObject({ kind: 'aborted' })
  })
})
