import { type MessageId, makeId, type NewMessage } from '@stet/history'
import { toMessagePut } from '@stet/store'
import { expect, it } from 'vitest'
import { spentBy, toCost } from '../ledger/spent.ts'
import { createCachingServer } from '../testing/caching-server.ts'
import {
  openMemoryHome,
  openPage,
  openTestEngine,
  randomBytes,
  readLedger,
  summariesIn,
  writeChat,
} from '../testing/index.ts'

const SENTENCE = 'The tide comes in twice a day, and the harbour wall has to stand the higher of the two. '
const MINUTE = 60_000

interface WarmOptions {
  readonly summary?: () => readonly object[]
}

/** A chat of about 150,000 tokens whose last request the provider has cached. */
async function openWarmChat({ summary = () => [{ type: 'text', text: 'They built a wall.' }] }: WarmOptions = {}) {
  const time = { now: Date.UTC(2026, 0) }
  const clock = () => time.now
  const server = createCachingServer(clock, body => {
    const last = JSON.stringify(body.messages.at(-1)?.content)
    return last.includes('rite the summary') || last.includes('Instead write a summary')
      ? summary()
      : [{ type: 'text', text: 'So it is.' }]
  })
  const home = openMemoryHome()
  const settings = { ...server.settings, systemPrompt: 'You build harbours.' }
  const chatId = await writeChat(home.store, { settings, title: { text: 'Named', by: 'person' } })
  const ids = Array.from({ length: 60 }, (): MessageId => makeId('msg', randomBytes(20)))
  const talk = ids.map((id, index): NewMessage => {
    const place = { id, chatId, parentId: ids[index - 1] ?? null, at: index, copiedFrom: null }
    const parts = [{ kind: 'text' as const, text: `${index}. ${SENTENCE.repeat(128)}` }]
    if (index % 2 === 0) return { ...place, role: 'user', parts }
    const origin = { definition: 'other', protocol: 'other', model: 'other' }
    const facts = { origin, requestId: null, rawUsage: null, usage: null, native: null, durationMs: null }
    return { ...place, ...facts, role: 'assistant', parts, runId: null, end: 'complete' }
  })
  await home.store.write(talk.map(toMessagePut))
  const { engine, logged } = await openTestEngine(home, { models: server.models, clock })
  const page = openPage(engine, chatId)
  await page.until(() => true)
  async function say(text: string, parentId: MessageId | null) {
    const { runId, answerId } = await engine.send({ key: text, chatId, parentId, text })
    return { view: await page.untilEnded(runId), answerId }
  }
  async function summarise() {
    await engine.summarise({ key: `summarise ${time.now}`, chatId, form: 'prose' })
    const view = await page.until(
      ({ path, compactions }) => compactions.length === 0 && summariesIn({ path }).length > 0,
    )
    const rows = (await readLedger(home.store, chatId)).filter(({ purpose }) => purpose === 'summary')
    return { view, rows }
  }
  const first = await say('Is that so?', ids.at(-1) ?? null)
  return { time, server, engine, logged, page, home, chatId, say, summarise, last: first.answerId }
}

it('[C14] a summary of a warm chat of 150,000 tokens reads the cache, and its input costs about a tenth', async () => {
  const { engine, server, summarise } = await openWarmChat()
  const { view, rows } = await summarise()
  expect(summariesIn(view)).toMatchObject([{ form: 'prose', parts: [{ text: 'They built a wall.' }] }])
  expect(view.path.find(({ role }) => role === 'system-summary')).toBeDefined()
  const [row] = rows
  if (row?.usage == null || rows.length !== 1) throw new Error('one request, with its usage')
  const { input, cacheRead, cacheWrite } = row.usage
  expect(cacheRead).toBeGreaterThan(140_000)
  expect(cacheWrite).toBe(0)
  expect(input).toBeLessThan(1000)
  const uncached = { ...row, usage: { ...row.usage, input: input + cacheRead, cacheRead: 0 } }
  const [now, before] = [toCost(spentBy(row)), toCost(spentBy(uncached))]
  expect(now.usd / before.usd).toBeLessThan(0.12)
  const [answered, asked] = server.served.map(({ body }) => body)
  expect(asked?.system).toEqual(answered?.system)
  expect(asked?.messages.slice(0, 60)).toEqual(answered?.messages.slice(0, 60))
  await engine.close()
})

it('[C10] [C14] so does a summary that a run makes before its request', async () => {
  const { engine, chatId, server, say, last } = await openWarmChat()
  const { context } = server.settings
  const early = { ...context, compaction: { ...context.compaction, startAt: 0.5 } }
  await engine.changeContext({ key: 'early', chatId, context: early })
  const { view } = await say('And what now?', last)
  expect(summariesIn(view).map(({ form }) => form)).toEqual(['prose'])
  const [, summary, answer] = server.served.map(({ usage }) => usage)
  expect(summary?.cache_read_input_tokens).toBeGreaterThan(140_000)
  expect(summary?.input_tokens).toBeLessThan(1000)
  expect(answer?.cache_read_input_tokens).toBeLessThan(1000)
  await engine.close()
})

it('[X3] one that may wait is not made while reading the chat from the cache costs less, and is made once the cache has expired', async () => {
  const { engine, chatId, server, time, say, last } = await openWarmChat()
  const { context } = server.settings
  const waiting = { ...context, compaction: { ...context.compaction, startAt: 0.5, wait: true } }
  await engine.changeContext({ key: 'wait', chatId, context: waiting })
  const { compaction } = await engine.inspect({ chatId, context: null, text: 'And what now?' })
  if (compaction.kind !== 'waiting') throw new Error(compaction.kind)
  expect(compaction.keep).toBeLessThan(compaction.summarise)
  const { view, answerId } = await say('And what now?', last)
  expect(summariesIn(view)).toEqual([])
  expect(server.served[1]?.usage.cache_read_input_tokens).toBeGreaterThan(140_000)
  time.now += 6 * MINUTE
  const later = await say('And later?', answerId)
  expect(summariesIn(later.view).map(({ form }) => form)).toEqual(['prose'])
  await engine.close()
})

it('[C14] once the cache has expired it is asked from a copy', async () => {
  const { engine, time, server, summarise } = await openWarmChat()
  time.now += 6 * MINUTE
  const { rows } = await summarise()
  expect(rows.map(({ usage }) => usage?.cacheRead)).toEqual(rows.map(() => 0))
  expect(server.served.at(-1)?.body.messages.length).toBe(1)
  await engine.close()
})

it('[C11] [C14] a model that calls a tool instead is asked once more, from a copy', async () => {
  let asked = 0
  const { engine, logged, server, summarise } = await openWarmChat({
    summary: () => {
      asked += 1
      return asked === 1
        ? [{ type: 'tool_use', id: 'toolu_1', name: 'clock', input: {} }]
        : [{ type: 'text', text: 'They built a wall.' }]
    },
  })
  const { view, rows } = await summarise()
  expect(summariesIn(view)).toMatchObject([{ form: 'prose', parts: [{ text: 'They built a wall.' }] }])
  expect(rows.map(({ state }) => state)).toEqual(['done', 'done'])
  expect(server.served.map(({ body }) => body.messages.length)).toEqual([61, 63, 1])
  expect(logged.map(({ message }) => message)).toEqual(['a summary is asked from a copy of the chat'])
  await engine.close()
})

it('[C9] the limit of an answer is what the window has left for it', async () => {
  const { engine, server } = await openWarmChat()
  const [first] = server.served
  const { input_tokens: input = 0, cache_creation_input_tokens: written = 0 } = first?.usage ?? {}
  expect((first?.body.max_tokens ?? 0) + input + written).toBeLessThanOrEqual(200_000)
  expect(first?.body.max_tokens).toBeGreaterThan(10_000)
  await engine.close()
})
