import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { ChatEvent, ChatId, Client, ProviderForm } from '@stet/api/client'
import { createClient, defaultDefinitionOptions } from '@stet/api/client'
import { startWireServer, type WireReply, type WireRequest, type WireServer } from '@stet/models/testing'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { StetProcess, temporaryFolder } from './testing/stet-process.ts'
import { until } from './testing/until.ts'

const SECRET = 'sk-fern-0123456789abcdefghijklmnop'
const HEADER_SECRET = 'header-value-0123456789abcdef'

/** What a server of Chat Completions answers: a list of models, and a text in pieces. */
function answerAs(text: readonly string[]): (request: WireRequest) => WireReply {
  return ({ path, headers }) => {
    if (headers.authorization !== `Bearer ${SECRET}`) {
      const error = { message: `Incorrect API key provided: ${headers.authorization}`, code: 'invalid_api_key' }
      return { status: 401, headers: { 'content-type': 'application/json' }, body: JSON.stringify({ error }) }
    }
    if (path.endsWith('/models')) {
      const data = [{ id: 'fern-small' }, { id: 'fern-large', context_length: 32_000 }]
      return { headers: { 'content-type': 'application/json' }, body: JSON.stringify({ object: 'list', data }) }
    }
    return { headers: { 'content-type': 'text/event-stream' }, body: toEvents(text) }
  }
}

function toEvents(text: readonly string[]): readonly string[] {
  const chunk = (choices: readonly object[], extra = {}) =>
    `data: ${JSON.stringify({ id: 'c1', object: 'chat.completion.chunk', created: 1, model: 'fern-large', choices, ...extra })}\n\n`
  return [
    ...text.map(content => chunk([{ index: 0, delta: { role: 'assistant', content }, finish_reason: null }])),
    chunk([{ index: 0, delta: {}, finish_reason: 'stop' }]),
    chunk([], { usage: { prompt_tokens: 12, completion_tokens: 8, total_tokens: 20 } }),
    'data: [DONE]\n\n',
  ]
}

let upstream: WireServer
let folder: Awaited<ReturnType<typeof temporaryFolder>>
let stet: StetProcess
/** Everything that Stet ever answered here, byte for byte. */
let received = ''
let client: Client

async function recordingClient(): Promise<Client> {
  const base = await stet.address()
  return createClient({
    base,
    newKey: () => crypto.randomUUID(),
    async fetch(input, init) {
      const response = await fetch(input, init)
      received += JSON.stringify([...response.headers])
      if (response.headers.get('content-type')?.startsWith('text/event-stream')) return response
      const text = await response.text()
      received += text
      return new Response(response.status === 204 ? null : text, { status: response.status, headers: response.headers })
    },
  })
}

beforeAll(async () => {
  upstream = await startWireServer()
  folder = await temporaryFolder()
  stet = new StetProcess({ STET_DATA: folder.path, STET_DEMO_PACE: '0' })
  client = await recordingClient()
})
afterAll(async () => {
  await stet[Symbol.asyncDispose]()
  await folder[Symbol.asyncDispose]()
  await upstream.close()
})
afterEach(() => {
  expect([received.includes(SECRET), received.includes(HEADER_SECRET), stet.stderr.includes(SECRET)]).toEqual([
    false,
    false,
    false,
  ])
})

function form(changes: Partial<ProviderForm> = {}): ProviderForm {
  return {
    type: 'openai-chat',
    name: 'Fern',
    icon: null,
    preset: null,
    baseUrl: `${upstream.url}/v1`,
    modelsUrl: null,
    options: { ...defaultDefinitionOptions, thisComputer: true },
    enabled: true,
    key: SECRET,
    headers: { 'X-Team': HEADER_SECRET },
    ...changes,
  }
}

/** Sends, and gives the events of the run when it has ended. */
async function sendAndWait(chatId: ChatId, text: string): Promise<readonly ChatEvent[]> {
  const events: ChatEvent[] = []
  const watch = client.watch({ chats: [chatId], onEvent: event => events.push(event) })
  await until('a snapshot', () => events.find(event => event.kind === 'snapshot') ?? null)
  await client.send(chatId, { text, parentId: null })
  await until('the end of the run', () => events.find(event => event.kind === 'run-ended') ?? null)
  watch.close()
  received += JSON.stringify(events)
  return events
}

describe('a provider, from its definition to an answer', () => {
  it('[P1] [P4] [P7] is tested, added, discovered, chosen, and answers as it streams', async () => {
    upstream.reply(answerAs(['Ferns ', 'have ', 'no flowers.']))
    const test = await client.testProvider({ form: form() })
    expect(test.steps.map(({ step, outcome }) => [step, outcome])).toEqual([
      ['reach', 'ok'],
      ['key', 'ok'],
      ['models', 'ok'],
      ['answer', 'ok'],
    ])
    expect((await client.providers()).providers).toEqual([])

    const provider = await client.addProvider({ form: form() })
    expect(provider).toMatchObject({ hasKey: true, headerNames: ['X-Team'], catalog: { at: null, count: 0 } })
    const catalog = await client.discoverModels(provider.id)
    expect(catalog.models.map(({ facts }) => [facts.model, facts.contextWindow])).toEqual([
      ['fern-large', 32_000],
      ['fern-small', null],
    ])
    expect(upstream.requests.at(-1)?.headers).toMatchObject({
      authorization: `Bearer ${SECRET}`,
      'x-team': HEADER_SECRET,
    })
    const { models } = await client.models()
    expect(models.map(({ facts }) => [facts.definition, facts.model])).toEqual([
      [provider.id, 'fern-large'],
      [provider.id, 'fern-small'],
      ['demo', 'demo'],
    ])

    const chat = await client.createChat()
    expect(chat.settings.model).toEqual({ definition: 'demo', model: 'demo' })
    await client.changeModel(chat.id, { definition: provider.id, model: 'fern-large' })
    const { answer } = (await client.chat(chat.id)).chat.settings
    await client.changeAnswerSettings(chat.id, { answer: { ...answer, temperature: 0.5, outputLimit: 99 } })
    expect(await client.answering(chat.id)).toMatchObject({ facts: { model: 'fern-large' }, because: null })

    upstream.reply(answerAs(['Ferns ', 'have ', 'no flowers.']))
    const events = await sendAndWait(chat.id, 'Do ferns bloom?')
    const { path } = await client.chat(chat.id)
    expect(path[1]).toMatchObject({
      role: 'assistant',
      end: 'complete',
      parts: [{ kind: 'text', text: 'Ferns have no flowers.' }],
      origin: { definition: provider.id, protocol: 'openai-chat', model: 'fern-large' },
      usage: { input: 12, output: 8 },
    })
    expect(events.flatMap(event => (event.kind === 'part-delta' ? [event.text] : [])).join('')).toBe(
      'Ferns have no flowers.',
    )
    const [asked] = upstream.requests
    expect(JSON.parse(asked?.body ?? '')).toMatchObject({
      model: 'fern-large',
      temperature: 0.5,
      max_completion_tokens: 99,
      messages: [{ role: 'user', content: 'Do ferns bloom?' }],
    })
  })

  it('[R8] [FP-6] waits as the provider asks, in sight of the page, and answers then', async () => {
    const [provider] = (await client.providers()).providers
    if (provider === undefined) throw new Error('the provider of the first test is there')
    const chat = await client.createChat()
    await client.changeModel(chat.id, { definition: provider.id, model: 'fern-large' })
    const busy = { status: 429, headers: { 'retry-after': '1', 'content-type': 'application/json' } }
    upstream.reply({ ...busy, body: '{"error":{"message":"Slow down"}}' }, answerAs(['At last.']))
    const events = await sendAndWait(chat.id, 'Hello')
    expect(events.flatMap(event => (event.kind === 'retrying' ? [event.retry] : []))).toEqual([
      {
        failed: 1,
        at: expect.any(Number),
        afterMs: expect.any(Number),
        because: { kind: 'rate-limited', status: 429, message: expect.any(String) },
      },
    ])
    expect((await client.chat(chat.id)).path[1]).toMatchObject({ parts: [{ kind: 'text', text: 'At last.' }] })
  })

  it('[P7] [FP-8] reports a wrong key in words, in a test, in discovery and in the chat, and never the key itself', async () => {
    upstream.reply(answerAs(['never']))
    const wrong = 'sk-wrong-0123456789-to-be-hidden'
    const test = await client.testProvider({ form: form({ key: wrong }) })
    expect([test.ok, test.steps.find(({ step }) => step === 'key')?.outcome]).toEqual([false, 'failed'])
    const provider = await client.addProvider({ form: form({ key: wrong, name: 'Wrong' }) })
    const catalog = await client.discoverModels(provider.id)
    expect([catalog.at, catalog.count, catalog.error?.kind]).toEqual([null, 0, 'auth'])
    const chat = await client.createChat()
    await client.changeModel(chat.id, { definition: provider.id, model: 'fern-large' })
    await sendAndWait(chat.id, 'Hello')
    expect((await client.chat(chat.id)).path[1]).toMatchObject({
      end: 'failed',
      parts: [{ kind: 'error', code: 'auth', status: 401 }],
    })
    expect([received.includes(wrong), stet.stderr.includes(wrong)]).toEqual([false, false])
    await client.deleteProvider(provider.id)
    expect(await client.answering(chat.id)).toMatchObject({ facts: null, because: expect.stringMatching(/removed/) })
    await expect(client.send(chat.id, { text: 'Still there?', parentId: null })).rejects.toMatchObject({
      status: 409,
      code: 'model-not-found',
    })
  })

  it('[Z-13] keeps a key that the provider itself repeats out of the chat and the log', async () => {
    const [provider] = (await client.providers()).providers
    if (provider === undefined) throw new Error('the provider of the first test is there')
    const chat = await client.createChat()
    await client.changeModel(chat.id, { definition: provider.id, model: 'fern-large' })
    const repeating = ({ headers }: WireRequest): WireReply => ({
      status: 400,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ error: { message: `Not with ${headers.authorization} and ${headers['x-team']}` } }),
    })
    upstream.reply(answerAs(['Yes.']), repeating)
    await sendAndWait(chat.id, 'Hello')
    await until('the title to fail', () => (stet.stderr.includes('a title failed') ? true : null))
    expect([stet.stderr.includes('Not with'), stet.stderr.includes(HEADER_SECRET)]).toEqual([true, false])
    upstream.reply(repeating)
    const other = await client.createChat()
    await client.changeModel(other.id, { definition: provider.id, model: 'fern-large' })
    await sendAndWait(other.id, 'Hello')
    expect((await client.chat(other.id)).path[1]).toMatchObject({
      parts: [{ kind: 'error', code: 'invalid-request', message: expect.stringContaining('Not with') }],
    })
  })

  it('[Z-13] asks for the key again when the address changes, and sends nothing there before', async () => {
    const other = await startWireServer()
    other.reply(answerAs(['stolen']))
    const [provider] = (await client.providers()).providers
    if (provider === undefined) throw new Error('the provider of the first test is there')
    const { key: _key, ...keeping } = form({ baseUrl: `${other.url}/v1`, headers: { 'X-Team': null } })
    await expect(client.changeProvider(provider.id, { form: keeping })).rejects.toMatchObject({ field: 'key' })
    await expect(client.testKeptProvider(provider.id, { form: keeping })).rejects.toMatchObject({ field: 'key' })
    expect(other.requests).toEqual([])
    await other.close()
  })

  it('[Z-4] refuses addresses where no provider is', async () => {
    for (const baseUrl of ['http://169.254.169.254/v1', 'http://[::ffff:a9fe:a9fe]/', 'file:///etc/passwd']) {
      await expect(client.testProvider({ form: form({ baseUrl }) })).rejects.toMatchObject({
        status: 400,
        field: 'baseUrl',
      })
    }
  })

  it('[P1] [W1] is what new chats start with, and still is after a restart, by the same key', async () => {
    const [provider] = (await client.providers()).providers
    if (provider === undefined) throw new Error('the provider of the first test is there')
    const model = { definition: provider.id, model: 'fern-small' }
    expect(await client.changeDefaultModel({ model })).toMatchObject({ chosenModel: model, because: null })
    stet.kill('SIGTERM')
    await stet.ended()
    stet = new StetProcess({ STET_DATA: folder.path, STET_DEMO_PACE: '0' })
    client = await recordingClient()
    upstream.reply(answerAs(['Again.']))
    const chat = await client.createChat()
    expect(chat.settings.model).toEqual(model)
    await sendAndWait(chat.id, 'Hello again')
    expect((await client.chat(chat.id)).path[1]).toMatchObject({ parts: [{ kind: 'text', text: 'Again.' }] })
  })

  it('[Z-13] [Z-15] leaves no secret in any file of the data folder, and no file open to others', async () => {
    const names = await readdir(folder.path)
    const files = await Promise.all(
      names.map(async name => {
        const file = join(folder.path, name)
        return { name, mode: (await stat(file)).mode & 0o777, bytes: await readFile(file) }
      }),
    )
    const holding = (text: string) => files.filter(({ bytes }) => bytes.includes(text)).map(({ name }) => name)
    expect(names).toContain('secrets.key')
    expect([holding(SECRET), holding(HEADER_SECRET), holding('sk-wrong')]).toEqual([[], [], []])
    expect(holding('Do ferns bloom?').length).toBeGreaterThan(0)
    expect(files.filter(({ mode }) => mode !== 0o600).map(({ name, mode }) => `${name} ${mode.toString(8)}`)).toEqual(
      [],
    )
    expect((await stat(folder.path)).mode & 0o777).toBe(0o700)
  })
})
