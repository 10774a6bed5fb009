import { isAside, type MessageId, type RequestId } from '@stet/history'
import { blobId, type Store, toAttachmentPut } from '@stet/store'
import { echoTool } from '@stet/tools/testing'
import { describe, expect, it } from 'vitest'
import { type CachingServer, createCachingServer } from '../testing/caching-server.ts'
import {
  offering,
  openMemoryHome,
  openPage,
  openTestEngine,
  readLedger,
  summariesIn,
  writeChat,
} from '../testing/index.ts'

const SENTENCE = 'The tide comes in twice a day, and the harbour wall must stand the higher of the two. '
const MINUTE = 60_000

/** A chat of two long turns whose last request the provider has cached. */
async function openCached({ calls = false } = {}) {
  const time = { now: Date.UTC(2026, 0) }
  const clock = () => time.now
  const serve = () =>
    createCachingServer(clock, ({ messages }) =>
      calls && !JSON.stringify(messages.at(-1)).includes('tool_result')
        ? [{ type: 'tool_use', id: `call_${messages.length}`, name: 'echo', input: { text: SENTENCE.repeat(60) } }]
        : [{ type: 'text', text: `So it is. ${SENTENCE}` }],
    )
  const home = openMemoryHome()
  const first = serve()
  const settings = { ...first.settings, systemPrompt: 'You build harbours.', tools: calls ? offering('echo') : [] }
  const chatId = await writeChat(home.store, { settings, title: { text: 'Named', by: 'person' } })
  const open = async ({ models }: CachingServer) =>
    (await openTestEngine(home, { models, clock, tools: [echoTool] })).engine
  let engine = await open(first)
  let keys = 0
  const key = () => {
    keys += 1
    return `key ${keys}`
  }
  async function say(parentId?: MessageId | null): Promise<RequestId> {
    const page = openPage(engine, chatId)
    await page.until(() => true)
    const last = (await engine.view(chatId)).path.findLast(message => !isAside(message))?.id ?? null
    time.now += 1000
    const parent = parentId === undefined ? last : parentId
    const sent = await engine.send({ key: key(), chatId, parentId: parent, text: `${keys}. ${SENTENCE.repeat(60)}` })
    await page.untilEnded(sent.runId)
    page.leave()
    const made = (await readLedger(home.store, chatId)).find(({ messageId }) => messageId === sent.answerId)
    if (made === undefined) throw new Error('no request was made')
    return made.id
  }
  const early = await say()
  const from = await say()
  return {
    home,
    chatId,
    early,
    from,
    key,
    say,
    engine: () => engine,
    wait: (ms: number) => {
      time.now += ms
    },
    /** Stet starts again; the provider does not. */
    async restart() {
      await engine.close()
      engine = await open(first)
    },
    /** The same provider after it has lost its cache. */
    async loseCache() {
      await engine.close()
      engine = await open(serve())
    },
  }
}

async function uploadText(store: Store, text: string): Promise<string> {
  const bytes = new TextEncoder().encode(text)
  const id = await blobId(bytes)
  await store.blobs.put(id, bytes, 1)
  const attachment = { id, name: 'a', mediaType: 'text/plain', size: bytes.length, at: 1, extracted: null }
  await store.write([toAttachmentPut(attachment, 0)])
  return id
}

type Cached = Awaited<ReturnType<typeof openCached>>

/** The kind of the cause, a part of its words, and what makes it. */
const planted: readonly (readonly [string, string, (chat: Cached) => Promise<unknown>])[] = [
  [
    'tools',
    'echo added',
    ({ engine, chatId, key }) =>
      engine().changeTools({ key: key(), chatId, tools: [{ name: 'echo', policy: null, options: {} }] }),
  ],
  [
    'prompt',
    'system prompt',
    ({ engine, chatId, key }) => engine().changeSystemPrompt({ key: key(), chatId, text: 'You build dams.' }),
  ],
  [
    'model',
    'claude-opus-4-5 instead of claude-sonnet-4-5',
    async ({ engine, chatId, key, loseCache }) => {
      await engine().changeModel({ key: key(), chatId, definition: 'definition_1', model: 'claude-opus-4-5' })
      await loseCache()
    },
  ],
  [
    'rule',
    'you left out a message',
    async ({ engine, chatId, key }) => {
      const { path } = await engine().view(chatId)
      const messageId = path.find(({ role }) => role === 'assistant')?.id ?? 'msg_'
      await engine().mark({ key: key(), chatId, messageId, mark: 'left-out' })
    },
  ],
  [
    'document',
    'the context document tides.txt was added',
    async ({ home, engine, chatId, key }) => {
      const blob = await uploadText(home.store, 'High water at six.')
      await engine().changeDocuments({ key: key(), chatId, documents: [{ blob, name: 'tides.txt', path: null }] })
    },
  ],
  [
    'setting',
    'reasoning settings',
    async ({ engine, chatId, key }) => {
      const { answer } = (await engine().view(chatId)).chat.settings
      const reasoning = { ...answer.reasoning, on: true, budgetTokens: 2048 }
      await engine().changeAnswerSettings({ key: key(), chatId, answer: { ...answer, reasoning } })
    },
  ],
  [
    'summary',
    'a summary was made',
    async ({ engine, chatId, key }) => {
      const page = openPage(engine(), chatId)
      await page.until(() => true)
      await engine().summarise({ key: key(), chatId, form: 'prose' })
      await page.until(({ path, compactions }) => compactions.length === 0 && summariesIn({ path }).length > 0)
      page.leave()
    },
  ],
  [
    'expired',
    '30 minutes had passed',
    async ({ loseCache, wait }) => {
      wait(30 * MINUTE)
      await loseCache()
    },
  ],
  ['provider', 'nothing had changed', ({ loseCache }) => loseCache()],
]

async function plantedBy(chat: Cached, named: string): Promise<void> {
  const found = planted.find(([kind, words]) => kind === named || words === named)
  if (found === undefined) throw new Error(`nothing plants ${named}`)
  await found[2](chat)
}

describe('the difference of two requests', () => {
  it.each(planted)(
    '[X1] names the planted cause of a cache miss, and what it cost: %s, %s',
    async (kind, words, plant) => {
      const chat = await openCached()
      await plant(chat)
      const to = await chat.say()
      const { cache } = await chat.engine().difference({ from: chat.from, to })
      expect(cache.cause).toMatchObject({ kind, because: expect.stringContaining(words) })
      expect(cache.missed).toBeGreaterThan(1000)
      expect(cache.usd).toBeGreaterThan(0)
      await chat.engine().close()
    },
  )

  it('[X1] [C24] has the provider’s own word on a miss beside ours, also after a restart', async () => {
    const chat = await openCached()
    const unchanged = await chat.say()
    await chat.restart()
    await chat.engine().changeSystemPrompt({ key: 'prompt', chatId: chat.chatId, text: 'You sail.' })
    const to = await chat.say()
    const records = await readLedger(chat.home.store, chat.chatId)
    expect(records.find(({ id }) => id === unchanged)?.remarks).toMatchObject({ responseId: 'msg_03', cacheMiss: null })
    const { cache } = await chat.engine().difference({ from: unchanged, to })
    expect(cache.verdict).toEqual({ reason: 'system_changed', tokens: 812 })
    await chat.engine().close()
  })

  it('[X1] names an edited message, and lists what was removed and added', async () => {
    const chat = await openCached()
    const { path } = await chat.engine().view(chat.chatId)
    const [, answer, edited] = path.filter(({ role }) => role === 'user' || role === 'assistant')
    const to = await chat.say(answer?.id ?? null)
    const difference = await chat.engine().difference({ from: chat.from, to })
    expect(difference.cause).toMatchObject({ kind: 'edited', block: edited?.id })
    expect(difference.changes.map(({ change }) => change)).toEqual(['removed', 'added'])
    expect(difference.bytes).not.toBeNull()
    const again = await chat.say(null)
    const { cause, cache } = await chat.engine().difference({ from: to, to: again })
    expect(cause).toMatchObject({ kind: 'edited', block: path.find(({ role }) => role === 'user')?.id })
    expect(cache).toMatchObject({ cause })
    expect(cache.missed).toBeGreaterThan(1000)
    await chat.engine().close()
  })

  it.each([
    ['earlier tool calls are forgotten', { previousCycles: 'strip' }],
    ['an earlier message is shortened', { resultLimit: 400 }],
  ] as const)('[X1] [C4] [C5] names the setting of the chat that changed what is sent: %s', async (words, setting) => {
    const chat = await openCached({ calls: true })
    const { engine, chatId, key } = chat
    const { context } = (await engine().view(chatId)).chat.settings
    await engine().changeContext({ key: key(), chatId, context: { ...context, ...setting } })
    const { cache } = await engine().difference({ from: chat.from, to: await chat.say() })
    expect(cache.cause).toMatchObject({ kind: 'rule', because: expect.stringContaining(words) })
    expect(cache.missed).toBeGreaterThan(1000)
    await engine().close()
  })

  it('[X1] names an edited message also behind a summary, and what undoes a cause', async () => {
    const chat = await openCached()
    await plantedBy(chat, 'summary')
    const from = await chat.say()
    const { path } = await chat.engine().view(chat.chatId)
    const asked = path.findLast(({ role }) => role === 'user')
    const to = await chat.say(asked?.parentId ?? null)
    expect((await chat.engine().difference({ from, to })).cause).toMatchObject({ kind: 'edited', block: asked?.id })
    await chat.engine().close()

    const marked = await openCached()
    await plantedBy(marked, 'you left out a message')
    const without = await marked.say()
    const answer = (await marked.engine().view(marked.chatId)).path.find(({ role }) => role === 'assistant')
    const messageId = answer?.id ?? 'msg_'
    await marked.engine().mark({ key: marked.key(), chatId: marked.chatId, messageId, mark: null })
    const whole = await marked.say()
    const { cause } = await marked.engine().difference({ from: without, to: whole })
    expect(cause).toMatchObject({ kind: 'rule', block: messageId, because: expect.stringContaining('whole again') })
    await marked.engine().close()
  })

  it('[X1] distinguishes a document from the system prompt by its place, also where sizes stay the same', async () => {
    const chat = await openCached()
    const { engine, chatId, key } = chat
    const choose = async (text: string) => {
      const blob = await uploadText(chat.home.store, text)
      await engine().changeDocuments({ key: key(), chatId, documents: [{ blob, name: 'tides.txt', path: null }] })
      return chat.say()
    }
    const [one, other] = [await choose('High water at six.'), await choose('High water at ten.')]
    const changed = await engine().difference({ from: one, to: other })
    expect(changed.cause).toMatchObject({ kind: 'document', because: 'the context document tides.txt changed' })
    await engine().changeSystemPrompt({ key: key(), chatId, text: 'You build dams.' })
    await engine().changeDocuments({ key: key(), chatId, documents: [] })
    const both = await engine().difference({ from: other, to: await chat.say() })
    expect(both.cause).toMatchObject({ kind: 'prompt', block: 'system-0' })
    await engine().close()
  })

  it('[X1] finds no cause where messages were only added and the cache was read', async () => {
    const chat = await openCached()
    const to = await chat.say()
    const difference = await chat.engine().difference({ from: chat.from, to })
    expect(difference).toMatchObject({ cause: null, cache: { missed: 0, cause: null, verdict: null } })
    expect(difference.cache.read).toBeGreaterThanOrEqual(difference.cache.expected / 2)
    expect(difference.changes.map(({ change }) => change)).toEqual(['added', 'added'])
    await expect(chat.engine().difference({ from: `req_${'a'.repeat(32)}`, to })).rejects.toMatchObject({
      code: 'request-not-found',
    })
    await chat.engine().close()
  })
})

it('[X1] [U1] everything that a chat asked is listed, newest first, page by page', async () => {
  const chat = await openCached()
  const engine = chat.engine()
  const { requests, next } = await engine.requests({ chatId: chat.chatId, after: null, limit: 1 })
  expect(requests).toMatchObject([{ id: chat.from, purpose: 'answer', state: 'done', estimated: false, kept: true }])
  const rest = await engine.requests({ chatId: chat.chatId, after: next, limit: 10 })
  expect(rest.requests.map(({ id }) => id)).toEqual([chat.early])
  expect(rest).toMatchObject({ unreadable: 0, next: null })
  const { usage } = requests[0] ?? {}
  expect(usage?.cacheWrite).toBeGreaterThan(1000)
  await engine.close()
})
