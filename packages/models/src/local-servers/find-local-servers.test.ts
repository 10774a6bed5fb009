import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startWireServer, type WireReply, type WireServer } from '../testing/wire-server.ts'
import { findLocalServers } from './find-local-servers.ts'

const ollama = {
  models: [
    { name: 'llama3.2:latest', model: 'llama3.2:latest', size: 2_019_393_189, digest: 'a80c4f17acd5', details: {} },
    { name: 'qwen3:8b', model: 'qwen3:8b', size: 5_225_388_164, digest: '500a1f067a9f', details: {} },
  ],
}
const llamaCpp = {
  object: 'list',
  data: [{ id: 'gemma-3-4b-it.gguf', object: 'model', owned_by: 'llamacpp', meta: { n_ctx_train: 131_072 } }],
}
const lmStudio = {
  models: [
    { type: 'llm', publisher: 'google', key: 'google/gemma-3-4b', max_context_length: 131_072 },
    { type: 'embedding', publisher: 'nomic-ai', key: 'text-embedding-nomic', max_context_length: 2_048 },
  ],
}
const earlierLmStudio = {
  object: 'list',
  data: [
    { id: 'qwen2-vl-7b-instruct', object: 'model', type: 'vlm', publisher: 'mlx-community', state: 'not-loaded' },
    { id: 'text-embedding-nomic', object: 'model', type: 'embeddings', publisher: 'nomic-ai', state: 'loaded' },
  ],
}

let server: WireServer
beforeAll(async () => {
  server = await startWireServer()
})
afterAll(() => server.close())

/** What is asked of a usual port goes to the wire server instead, its port leading the path; elsewhere nothing listens. */
let listening: Readonly<Record<string, unknown>> = {}
const asked: string[] = []
const fetch = (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
  const { host, pathname } = new URL(String(input))
  asked.push(`${host}${pathname}`)
  if (!Object.keys(listening).some(place => place.startsWith(`${host}/`))) {
    return Promise.reject(new TypeError('fetch failed'))
  }
  return globalThis.fetch(`${server.url}/${host}${pathname}`, init)
}

function listen(places: Readonly<Record<string, unknown>>, otherwise: WireReply = { status: 404, body: 'not found' }) {
  listening = places
  server.reply(({ path }) => {
    const answer = places[path.slice(1)]
    if (answer === undefined) return otherwise
    return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(answer) }
  })
}

function search(signal = new AbortController().signal) {
  return findLocalServers({ fetch, signal })
}

beforeEach(() => {
  asked.length = 0
})

describe('servers on the user’s own computer', () => {
  it('[P6] are found on their usual ports, with their models for text, by a request without a key', async () => {
    listen({
      '127.0.0.1:11434/api/tags': ollama,
      '127.0.0.1:8080/v1/models': llamaCpp,
      '127.0.0.1:1234/api/v1/models': lmStudio,
    })
    expect(await search()).toEqual([
      { preset: 'ollama', baseUrl: 'http://127.0.0.1:11434/v1', models: ['llama3.2:latest', 'qwen3:8b'] },
      { preset: 'llama-cpp', baseUrl: 'http://127.0.0.1:8080/v1', models: ['gemma-3-4b-it.gguf'] },
      { preset: 'lm-studio', baseUrl: 'http://127.0.0.1:1234/v1', models: ['google/gemma-3-4b'] },
    ])
    expect(server.requests.map(({ method, body }) => [method, body])).toEqual([
      ['GET', ''],
      ['GET', ''],
      ['GET', ''],
    ])
    expect(server.requests.filter(({ headers }) => headers.authorization !== undefined)).toEqual([])
  })

  it('[P6] are asked in the way of an earlier version too', async () => {
    const unknown = { body: '{"error":"Unexpected endpoint or method. (GET /api/v1/models)"}' }
    listen({ '127.0.0.1:1234/api/v0/models': earlierLmStudio }, unknown)
    expect(await search()).toEqual([
      { preset: 'lm-studio', baseUrl: 'http://127.0.0.1:1234/v1', models: ['qwen2-vl-7b-instruct'] },
    ])
  })

  it('[P6] are distinguished from others that listen on the same ports', async () => {
    const others = { object: 'list', data: [{ id: 'gpt-4o', object: 'model', owned_by: 'system' }] }
    listen({
      '127.0.0.1:11434/api/tags': others,
      '127.0.0.1:8080/v1/models': others,
      '127.0.0.1:1234/api/v1/models': others,
      '127.0.0.1:1234/api/v0/models': others,
    })
    expect(await search()).toEqual([])
    listen({
      '127.0.0.1:11434/api/tags': { models: ['llama3.2'] },
      '127.0.0.1:8080/v1/models': { object: 'list', data: [] },
      '127.0.0.1:1234/api/v1/models': null,
    })
    expect(await search()).toEqual([])
  })

  it('[P6] count with no model yet where their list is their own', async () => {
    listen({ '127.0.0.1:11434/api/tags': { models: [] } })
    expect(await search()).toEqual([{ preset: 'ollama', baseUrl: 'http://127.0.0.1:11434/v1', models: [] }])
  })

  it('[P6] are nobody where nothing listens, or something that is none of them', async () => {
    listen({})
    expect(await search()).toEqual([])
    expect(asked.toSorted()).toEqual([
      '127.0.0.1:11434/api/tags',
      '127.0.0.1:1234/api/v0/models',
      '127.0.0.1:1234/api/v1/models',
      '127.0.0.1:8080/v1/models',
    ])
    const html = { headers: { 'content-type': 'text/html' }, body: '<!doctype html><title>My app</title>' }
    for (const answer of [
      html,
      { status: 401, body: '{}' },
      { status: 503, body: '{}' },
      { body: ['{"mod', 'reset'] } as const,
    ]) {
      listen({ '127.0.0.1:8080/nothing': null, '127.0.0.1:11434/nothing': null }, answer)
      expect(await search()).toEqual([])
    }
  })

  it('[P6] are not waited for when they never answer', async () => {
    listen({ '127.0.0.1:8080/nothing': null }, { body: ['{', 'hang'] })
    expect(await search()).toEqual([])
  })

  it('[P6] are looked for no longer than the user wants', async () => {
    listen({ '127.0.0.1:8080/nothing': null }, { body: ['{', 'hang'] })
    const controller = new AbortController()
    const searching = search(controller.signal)
    controller.abort()
    await expect(searching).rejects.toMatchObject({ kind: 'aborted' })
    await expect(search(AbortSignal.abort())).rejects.toMatchObject({ kind: 'aborted' })
  })
})
