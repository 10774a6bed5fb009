import { defaultAnswerSettings, type ModelRequest } from '@stet/history'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ConnectedDefinition } from './connections.ts'
import { createModels, type ModelsOptions } from './create-models.ts'
import { demoFacts, demoPrices } from './demo/definition.ts'
import { createDemoModel } from './demo/demo-model.ts'
import type { ModelCall, Models } from './models.ts'
import { loadBundledPrices } from './prices/load-bundled-prices.ts'
import type { SentRequest } from './sent-request.ts'
import { conversation } from './testing/conversation.ts'
import { recordStream } from './testing/find-breaches.ts'
import { testConnection, testKey } from './testing/test-connection.ts'
import { startWireServer, type WireServer } from './testing/wire-server.ts'

const choice = { definition: 'definition_1', model: 'gpt-4.1' }
const demoChoice = { definition: 'demo', model: 'demo' }
let server: WireServer

beforeAll(async () => {
  server = await startWireServer()
})
afterAll(() => server.close())

function chunk(delta: object, finish: string | null = null): string {
  const choices = [{ index: 0, delta, finish_reason: finish }]
  return `data: ${JSON.stringify({ id: 'c1', object: 'chat.completion.chunk', created: 1, model: 'gpt-4.1', choices })}\n\n`
}

const hello = {
  headers: { 'content-type': 'text/event-stream' },
  body: [
    chunk({ role: 'assistant', content: 'Hello' }),
    chunk({ content: '.' }),
    chunk({}, 'stop'),
    'data: [DONE]\n\n',
  ],
}

function open({
  connected = {},
  ...options
}: Partial<ModelsOptions> & { connected?: Partial<ConnectedDefinition> } = {}): Models {
  const connection = testConnection({ type: 'openai-chat', baseUrl: `${server.url}/v1` })
  return createModels({
    demo: createDemoModel({ pace: 0 }),
    connections: {
      find: async id => (id === choice.definition ? { connection, models: [], overrides: {}, ...connected } : null),
    },
    files: { read: async blob => new TextEncoder().encode(`the bytes of ${blob}`) },
    prices: { read: loadBundledPrices },
    clock: () => Date.parse('2026-11-15T12:00:00Z'),
    wait: async () => undefined,
    random: () => 1,
    ...options,
  })
}

function call(overrides: Partial<ModelCall> = {}): ModelCall {
  return {
    choice,
    request: conversation('Hi'),
    settings: defaultAnswerSettings,
    purpose: 'answer',
    signal: new AbortController().signal,
    ...overrides,
  }
}

describe('createModels', () => {
  it('[C9] [W1] allows no longer answer than the window has room for, where a limit is sent at all', async () => {
    const connection = testConnection({ type: 'anthropic', baseUrl: server.url })
    const models = open({ connected: { connection } })
    const limitWith = async (room: number | undefined, model: string, outputLimit: number | null = null) => {
      const bodies: { readonly max_tokens: number }[] = []
      const settings = { ...defaultAnswerSettings, outputLimit }
      const onSent = ({ body }: SentRequest) => {
        bodies.push(JSON.parse(body))
        throw new Error('captured')
      }
      const asked = call({ choice: { ...choice, model }, settings, onSent, ...(room !== undefined && { room }) })
      await expect(models.stream(asked)[Symbol.asyncIterator]().next()).rejects.toThrow('captured')
      return bodies[0]?.max_tokens
    }
    expect(await limitWith(undefined, 'claude-sonnet-4-5')).toBe(64_000)
    expect(await limitWith(20_000, 'claude-sonnet-4-5')).toBe(20_000)
    expect(await limitWith(20_000, 'claude-sonnet-4-5', 30_000)).toBe(20_000)
    expect(await limitWith(100_000, 'claude-sonnet-4-5', 30_000)).toBe(30_000)
    expect(await limitWith(100_000, 'unheard-of')).toBe(8192)
    expect(await limitWith(2000, 'unheard-of')).toBe(2000)
  })

  it('[P2] knows the demo without a definition, and that it costs nothing', async () => {
    const models = open()
    expect([await models.facts(demoChoice), await models.prices(demoChoice)]).toEqual([demoFacts, demoPrices])
    const { events } = await recordStream(models.stream(call({ choice: demoChoice })))
    expect(events.at(-1)?.kind).toBe('answer-finished')
  })

  it('[P2] throws not-found for a model that is not configured', async () => {
    const models = open()
    const unknown = { definition: 'no such definition', model: 'no such model' }
    expect(await recordStream(models.stream(call({ choice: unknown })))).toMatchObject({
      events: [],
      thrown: { kind: 'not-found' },
    })
    expect([await models.facts(unknown), await models.prices(unknown)]).toEqual([null, null])
    expect(await models.notApplied(unknown, defaultAnswerSettings)).toEqual([])
  })

  it('[P5] puts what the user says over what was discovered, and that over the rest', async () => {
    const models = open({
      connected: {
        models: [{ model: choice.model, name: 'Discovered', contextWindow: 5_000, outputLimit: 700 }],
        overrides: { [choice.model]: { contextWindow: 4_000 } },
      },
    })
    expect(await models.facts(choice)).toMatchObject({
      definition: 'definition_1',
      protocol: 'openai-chat',
      model: 'gpt-4.1',
      name: 'Discovered',
      contextWindow: 4_000,
      outputLimit: 700,
    })
  })

  it('[U1] reports each request right before it leaves, with its prices and without secrets', async () => {
    server.reply({ status: 503, headers: { 'content-type': 'text/html' }, body: '<html></html>' }, hello)
    const prices = {
      input: 1,
      output: 2,
      cacheRead: 3,
      cacheWrite: 4,
      cacheWriteLong: 5,
      webSearch: 6,
      imageInput: 7,
      imageOutput: 8,
    }
    const models = open({ connected: { overrides: { [choice.model]: { prices } } } })
    const sent: (SentRequest & { readonly arrived: number })[] = []
    const request = conversation(`my key is ${testKey}`)
    const onSent = async (one: SentRequest) => {
      await Promise.resolve()
      sent.push({ ...one, arrived: server.requests.length })
    }
    const { events, thrown } = await recordStream(models.stream(call({ request, onSent })))
    expect({ kinds: [...new Set(events.map(({ kind }) => kind))], thrown }).toEqual({
      kinds: ['retrying', 'part-started', 'part-delta', 'answer-finished'],
      thrown: null,
    })
    const [first, second] = server.requests
    expect(sent.map(({ body, arrived }) => ({ body, arrived }))).toEqual([
      { body: first?.body.replaceAll(testKey, '[secret removed]'), arrived: 0 },
      { body: second?.body.replaceAll(testKey, '[secret removed]'), arrived: 1 },
    ])
    expect(sent[0]).toMatchObject({
      method: 'POST',
      url: `${server.url}/v1/chat/completions`,
      headers: { authorization: '[secret removed]', 'content-type': 'application/json' },
      prices: await models.prices(choice),
    })
    expect(sent[0]?.prices).toMatchObject({ from: 'person', prices })
    expect({ arrived: first?.headers.authorization, published: JSON.stringify(sent).includes(testKey) }).toEqual({
      arrived: `Bearer ${testKey}`,
      published: false,
    })
  })

  it('[U1] says before it sends what it will send, without secrets, and then sends just that', async () => {
    server.reply(hello)
    const models = open()
    const asked = call({ request: conversation(`my key is ${testKey}`) })
    const prepared = await models.prepare(asked)
    expect({ requests: server.requests.length, hasKey: JSON.stringify(prepared).includes(testKey) }).toEqual({
      requests: 0,
      hasKey: false,
    })
    const sent: SentRequest[] = []
    const onSent = (one: SentRequest) => void sent.push(one)
    if (prepared === null) throw new Error('it was not prepared')
    await recordStream(models.stream({ ...asked, prepared, onSent }))
    expect(sent).toEqual([prepared.sent])
    expect(server.requests[0]).toMatchObject({ headers: { authorization: `Bearer ${testKey}` } })
    expect(server.requests[0]?.body.replaceAll(testKey, '[secret removed]')).toBe(prepared.sent.body)
    expect(await models.prepare(call({ choice: demoChoice }))).toBeNull()
  })

  it('[U1] sends nothing that could not be recorded, and fails as that did', async () => {
    server.reply(hello)
    const full = new Error('no space is left')
    const onSent = () => Promise.reject(full)
    const { events, thrown } = await recordStream(open().stream(call({ onSent })))
    expect({ events, thrown, requests: server.requests.length }).toEqual({ events: [], thrown: full, requests: 0 })
  })

  it('[FP-7] gives up after the allowed attempts, each of them announced', async () => {
    server.reply({ status: 529, body: '' })
    const { events, thrown } = await recordStream(open({ retries: { attempts: 3 } }).stream(call()))
    expect({ kinds: events.map(({ kind }) => kind), thrown, requests: server.requests.length }).toMatchObject({
      kinds: ['retrying', 'retrying'],
      thrown: { kind: 'overloaded', status: 529 },
      requests: 3,
    })
  })

  it('[FP-3] makes no second request when the connection was lost in mid-text', async () => {
    server.reply({ ...hello, body: [...hello.body.slice(0, 2), 'reset'] })
    const { events, thrown } = await recordStream(open().stream(call()))
    const published = events.flatMap(event => (event.kind === 'part-delta' ? [event.text] : []))
    expect({ published: published.join(''), thrown, requests: server.requests.length }).toMatchObject({
      published: 'Hello.',
      thrown: { kind: 'network' },
      requests: 1,
    })
  })

  it('[R4] sends nothing when it was aborted before', async () => {
    server.reply(hello)
    const { events, thrown } = await recordStream(open().stream(call({ signal: AbortSignal.abort() })))
    expect({ events, thrown, requests: server.requests.length }).toMatchObject({
      events: [],
      thrown: { kind: 'aborted' },
      requests: 0,
    })
  })

  it('[R2] reads every file that a request names, once', async () => {
    server.reply(hello)
    const file = { kind: 'file', blob: 'b1', name: 'a.png', mediaType: 'image/png', size: 4 } as const
    const request: ModelRequest = {
      ...conversation(),
      messages: [{ form: 'plain', messageId: 'msg_0', role: 'user', parts: [file, file], cacheMark: false }],
    }
    const read: string[] = []
    const files = {
      async read(blob: string) {
        read.push(blob)
        return new TextEncoder().encode('data')
      },
    }
    expect((await recordStream(open({ files }).stream(call({ request })))).thrown).toBeNull()
    expect({ read, sent: server.requests[0]?.body.split(btoa('data')).length }).toEqual({ read: ['b1'], sent: 3 })
  })
})

describe('the tokens of a request, counted by its provider', () => {
  const { signal } = new AbortController()
  const request = conversation('How many?')

  function openAs(type: 'anthropic' | 'openai-responses' | 'gemini' | 'openai-chat', path = ''): Models {
    const connection = testConnection({ type, baseUrl: `${server.url}${path}` })
    return open({ connected: { connection } })
  }

  function answerWith(body: object, status = 200): void {
    server.reply(() => ({ status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }))
  }

  it.each([
    ['anthropic', '', { input_tokens: 21 }, '/v1/messages/count_tokens', ['messages', 'model']],
    ['openai-responses', '/v1', { input_tokens: 21 }, '/v1/responses/input_tokens', ['input', 'model']],
    ['gemini', '/v1beta', { totalTokens: 21 }, '/v1beta/models/gpt-4.1:countTokens', ['generateContentRequest']],
  ] as const)('[C15] is asked of %s without a request for an answer', async (type, path, reply, asked, fields) => {
    answerWith(reply)
    const before = server.requests.length
    const tokens = await openAs(type, path).count({ choice, request, settings: defaultAnswerSettings, signal })
    const sent = server.requests.slice(before)
    expect([tokens, sent.map(each => each.path)]).toEqual([21, [asked]])
    expect(Object.keys(JSON.parse(sent[0]?.body ?? '{}'))).toEqual(expect.arrayContaining([...fields]))
  })

  it('[C15] is not known where the provider has no count, and an error where it answers without one', async () => {
    const settings = defaultAnswerSettings
    expect(await openAs('openai-chat', '/v1').count({ choice, request, settings, signal })).toBe(null)
    expect(await open().count({ choice: demoChoice, request, settings, signal })).toBe(null)
    answerWith({ input_tokens: 'many' })
    await expect(openAs('anthropic').count({ choice, request, settings, signal })).rejects.toThrow(/without a count/)
  })
})

describe('whose native content a model reads', () => {
  const at = (definition: string, model: string) => ({ definition, protocol: 'anthropic', model })
  const addresses: Readonly<Record<string, string>> = {
    one: 'https://api.anthropic.com',
    two: 'https://api.anthropic.com/',
    proxy: 'https://proxy.example',
  }
  const opened = () =>
    open({
      connections: {
        async find(id) {
          const baseUrl = addresses[id]
          if (baseUrl === undefined) return null
          const connection = testConnection({ type: 'anthropic', baseUrl, definition: { id } })
          return { connection, models: [], overrides: {} }
        },
      },
    })

  it('[C7] is that of another version of it, also through another definition of the same address', async () => {
    const origins = [at('one', 'claude-sonnet-5-5-20260901'), at('two', 'claude-sonnet-5-5')]
    expect(await opened().reads({ definition: 'one', model: 'claude-sonnet-5-5' }, origins)).toEqual(origins)
  })

  it('[C7] is not that of another model, address or protocol, nor of a definition that is gone', async () => {
    const origins = [
      at('one', 'claude-opus-5-5'),
      at('proxy', 'claude-sonnet-5-5'),
      at('gone', 'claude-sonnet-5-5'),
      { ...at('two', 'claude-sonnet-5-5'), protocol: 'bedrock' },
    ]
    expect(await opened().reads({ definition: 'one', model: 'claude-sonnet-5-5' }, origins)).toEqual([])
  })
})
