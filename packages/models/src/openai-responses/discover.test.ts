import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Credentials, Definition } from '../definition.ts'
import { ModelError } from '../model-error.ts'
import { testConnection, testKey } from '../testing/test-connection.ts'
import { startWireServer, type WireServer } from '../testing/wire-server.ts'
import { discover } from './discover.ts'

let server: WireServer
beforeAll(async () => {
  server = await startWireServer()
})
afterAll(() => server.close())

function connection(definition: Partial<Definition> = {}, credentials: Partial<Credentials> = {}) {
  return testConnection({
    type: 'openai-responses',
    baseUrl: server.url,
    definition,
    credentials: { key: testKey, headers: { 'x-team': 'team-secret-1' }, ...credentials },
  })
}

async function run(definition?: Partial<Definition>, credentials?: Partial<Credentials>) {
  return discover(connection(definition, credentials), new AbortController().signal)
}

function answer(body: unknown, status = 200) {
  server.reply({ status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
}

describe('the models of a Responses server', () => {
  it('[P1] are listed with the key and the headers, the newest first', async () => {
    answer({
      object: 'list',
      data: [
        { id: 'old', object: 'model', created: 1, owned_by: 'x' },
        { id: 'new', object: 'model', created: 3, owned_by: 'x' },
        { id: 'middle', object: 'model', created: 2, owned_by: 'x' },
      ],
    })
    expect(await run()).toEqual([{ model: 'new' }, { model: 'middle' }, { model: 'old' }])
    expect(
      server.requests.map(({ method, path, headers }) => [method, path, headers.authorization, headers['x-team']]),
    ).toEqual([['GET', '/v1/models', `Bearer ${testKey}`, 'team-secret-1']])
  })

  it('[P2] are asked for without a key where there is none', async () => {
    answer({ data: [] })
    expect(await run({}, { key: null })).toEqual([])
    expect(server.requests.map(({ headers }) => headers.authorization)).toEqual([undefined])
  })

  it.each([
    ['an object with a list', { data: [{ id: 'a' }, { id: 'b' }] }],
    ['a list of objects', [{ id: 'a' }, { id: 'b' }]],
    ['a list of ids', ['a', 'b']],
  ])('[P3] are read from %s at an address of their own, which gets neither key nor headers', async (_name, body) => {
    answer(body)
    expect(await run({ modelsUrl: `${server.url}/open/list` })).toEqual([{ model: 'a' }, { model: 'b' }])
    expect(server.requests.map(({ path, headers }) => [path, headers.authorization, headers['x-team']])).toEqual([
      ['/open/list', undefined, undefined],
    ])
  })

  it('[P3] bring along what a server reports about them', async () => {
    answer([
      { id: 'a/b', name: 'B of A', context_length: 1000, pricing: { prompt: '0.000001', completion: '0.000002' } },
    ])
    expect(await run({ modelsUrl: `${server.url}/open/list` })).toEqual([
      { model: 'a/b', name: 'B of A', contextWindow: 1000, prices: { input: 1, output: 2 } },
    ])
  })

  it.each([
    ['[FP-8] a rejected key', 401, { error: { message: 'Incorrect API key provided.' } }, 'auth'],
    ['[FP-7] a server that is down', 503, 'gone', 'overloaded'],
    ['[P3] an answer that lists nothing', 200, { hello: 'there' }, 'protocol'],
    ['[P3] a list of something else', 200, [{ hello: 'there' }], 'protocol'],
  ])('%s says so, without the key', async (_name, status, body, kind) => {
    answer(body, status)
    const error = await run().catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(ModelError)
    expect({ kind: error instanceof ModelError && error.kind, tells: String(error).includes(testKey) }).toEqual({
      kind,
      tells: false,
    })
    expect(server.requests).toHaveLength(1)
  })

  it('[P3] an address of their own that refuses says so', async () => {
    answer({ error: 'not here' }, 404)
    await expect(run({ modelsUrl: `${server.url}/open/list` })).rejects.toMatchObject({
      kind: 'not-found',
      status: 404,
    })
  })

  it('[R4] are not asked for when that was aborted', async () => {
    answer({ data: [] })
    await expect(discover(connection(), AbortSignal.abort())).rejects.toMatchObject({ kind: 'aborted' })
  })
})
