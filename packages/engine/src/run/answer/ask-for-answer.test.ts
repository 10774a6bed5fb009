import type { AssistantMessage } from '@stet/history'
import { ModelError, type ModelEvent } from '@stet/models'
import { blobId } from '@stet/store'
import { expect, it } from 'vitest'
import {
  beginning,
  calling,
  createScriptedModels,
  finished,
  openMemoryHome,
  openPage,
  openTestEngine,
  saying,
  scriptedSettings,
  writeChat,
} from '../../testing/index.ts'

/** The answer, how its run ended, and what was logged. */
async function answerTo(script: () => AsyncIterable<ModelEvent> | Iterable<ModelEvent>) {
  const home = openMemoryHome()
  const chatId = await writeChat(home.store, { title: { text: 'Named', by: 'person' } })
  const { engine, logged } = await openTestEngine(home, { models: createScriptedModels(script) })
  const page = openPage(engine, chatId)
  const { runId } = await engine.send({ key: 'one', chatId, parentId: null, text: 'Hello' })
  const view = await page.untilEnded(runId)
  page.leave()
  await engine.close()
  const { event } = page.received.at(-1) ?? {}
  const answer = view.path.find((message): message is AssistantMessage => message.role === 'assistant')
  expect(view.drafts).toEqual([])
  return {
    end: answer?.end,
    parts: answer?.parts,
    state: event?.kind === 'run-ended' ? event.state : event?.kind,
    logged: logged.map(entry => entry.message),
  }
}

it('[FP-3] keeps what arrived as interrupted when the connection is lost in the middle of it', async () => {
  const lost = new ModelError('network', { message: 'The connection was reset.' })
  const error = { kind: 'error', code: 'network', message: 'The connection was reset.', status: null, retryable: true }
  expect(
    await answerTo(function* () {
      yield* beginning('Half')
      throw lost
    }),
  ).toEqual({ end: 'interrupted', parts: [{ kind: 'text', text: 'Half' }, error], state: 'failed', logged: [] })
  // biome-ignore lint/correctness/useYield: a connection that never came to be
  const never = async function* (): AsyncGenerator<ModelEvent> {
    throw lost
  }
  expect(await answerTo(never)).toEqual({ end: 'failed', parts: [error], state: 'failed', logged: [] })
})

it('[FP-4] does not take a stream that just ends for an answer', async () => {
  expect(await answerTo(() => beginning('Half'))).toEqual({
    end: 'failed',
    parts: [
      { kind: 'text', text: 'Half' },
      {
        kind: 'error',
        code: 'protocol',
        message: 'The answer broke off before its end.',
        status: null,
        retryable: false,
      },
    ],
    state: 'failed',
    logged: [],
  })
})

it('says in the chat that something went wrong inside, and what it was in the log alone', async () => {
  const internal = {
    kind: 'error',
    code: 'internal',
    message: 'Something went wrong inside Stet; the log says what. Your message is kept.',
    status: null,
    retryable: true,
  }
  const wrong: readonly (() => Iterable<ModelEvent>)[] = [
    function* () {
      yield* beginning()
      throw new TypeError('undefined is not a function')
    },
    () => [{ kind: 'part-delta', part: 0, text: 'of nothing' }],
    () => [{ kind: 'part-started', part: 1, start: { kind: 'text' } }],
  ]
  for (const script of wrong) {
    const { end, parts, state, logged } = await answerTo(script)
    expect([end, parts?.at(-1), state, logged]).toEqual(['failed', internal, 'failed', ['a run failed']])
  }
})

it.each([
  ['complete', 'complete'],
  ['length', 'complete'],
  ['refused', 'complete'],
] as const)('keeps an answer that ended as %s', async (end, state) => {
  expect(await answerTo(() => [finished([{ kind: 'text', text: 'Whole' }], end)])).toEqual({
    end,
    parts: [{ kind: 'text', text: 'Whole' }],
    state,
    logged: [],
  })
})

it('[P4] keeps the id of a call from its draft to its message, and the parts that only the end reports', async () => {
  const home = openMemoryHome()
  const chatId = await writeChat(home.store, { title: { text: 'Named', by: 'person' } })
  const call = { kind: 'tool-call', tool: 'look', providerCallId: 'p1' } as const
  const source = { kind: 'source', url: 'https://example.org', title: null, citedText: null } as const
  const models = createScriptedModels(function* ({ request }) {
    if (request.messages.length > 1) return yield* saying('I could not.')
    yield { kind: 'part-started', part: 0, start: { kind: 'reasoning' } }
    yield { kind: 'part-delta', part: 0, text: 'Hm' }
    yield { kind: 'part-started', part: 1, start: call }
    yield { kind: 'part-delta', part: 1, text: '' }
    yield { kind: 'part-delta', part: 1, text: '{}' }
    yield finished([{ kind: 'reasoning', text: 'Hm', signature: 'signed' }, { ...call, input: '{}' }, source])
  })
  const { engine } = await openTestEngine(home, { models })
  const page = openPage(engine, chatId)
  await page.until(() => true)
  const { runId } = await engine.send({ key: 'one', chatId, parentId: null, text: 'Hello' })
  const view = await page.untilEnded(runId)
  const started = page.received.flatMap(({ event }) =>
    event.kind === 'part-started' && event.start.kind === 'tool-call' ? [event.start.callId] : [],
  )
  expect(started).toHaveLength(1)
  expect(view.path.find(({ role }) => role === 'assistant')).toMatchObject({
    parts: [
      { kind: 'reasoning', text: 'Hm', signature: 'signed' },
      { ...call, callId: started[0], input: '{}' },
      source,
    ],
  })
  expect(page.received.filter(({ event }) => event.kind === 'part-delta')).toHaveLength(3)
  page.leave()
  await engine.close()
})

it('[R8] [FP-6] shows a retry on the draft, counted from when it was published, until the answer begins', async () => {
  const home = openMemoryHome()
  const chatId = await writeChat(home.store, { title: { text: 'Named', by: 'person' } })
  const because = { kind: 'rate-limited', status: 429, message: 'Too many requests.' } as const
  const goOn = Promise.withResolvers<void>()
  const models = createScriptedModels(async function* () {
    yield { kind: 'retrying', failed: 1, afterMs: 500, because }
    yield { kind: 'retrying', failed: 2, afterMs: 1000, because }
    await goOn.promise
    yield* beginning('Now')
    yield finished([{ kind: 'text', text: 'Now' }])
  })
  const { engine } = await openTestEngine(home, { models })
  const page = openPage(engine, chatId)
  await page.until(() => true)
  const { runId } = await engine.send({ key: 'one', chatId, parentId: null, text: 'Hello' })
  const waiting = await page.until(view => view.drafts[0]?.retry?.failed === 2)
  expect(waiting.drafts[0]?.retry).toEqual({ failed: 2, at: expect.any(Number), afterMs: 1000, because })
  expect(await engine.view(chatId)).toEqual(waiting)
  goOn.resolve()
  const writing = await page.until(view => (view.drafts[0]?.parts.length ?? 0) > 0)
  expect(writing.drafts[0]?.retry).toBeNull()
  await page.untilEnded(runId)
  expect(page.received.filter(({ event }) => event.kind === 'retrying')).toHaveLength(2)
  page.leave()
  await engine.close()
})

it('[P4] keeps calls that the provider ran and files that the model made, each in its place', async () => {
  const home = openMemoryHome()
  const chatId = await writeChat(home.store, { title: { text: 'Named', by: 'person' } })
  const bytes = new Uint8Array([137, 80, 78, 71])
  const source = { kind: 'source', url: 'https://example.org', title: 'E', citedText: null } as const
  const call = { kind: 'tool-call', tool: 'look', providerCallId: null } as const
  const search = { kind: 'provider-call', tool: 'web_search' } as const
  const models = createScriptedModels(function* ({ request }) {
    if (request.messages.length > 1) return yield* saying('I could not.')
    yield { kind: 'part-started', part: 0, start: search }
    yield { kind: 'part-delta', part: 0, text: 'ferns' }
    yield { kind: 'part-started', part: 1, start: call }
    yield { kind: 'part-delta', part: 1, text: '{}' }
    yield finished([
      { ...search, input: 'ferns', outcome: 'done' },
      source,
      { kind: 'made-file', name: 'fern.png', mediaType: 'image/png', bytes },
      { ...call, input: '{}' },
    ])
  })
  const { engine } = await openTestEngine(home, { models })
  const page = openPage(engine, chatId)
  await page.until(() => true)
  const { runId } = await engine.send({ key: 'one', chatId, parentId: null, text: 'Draw a fern' })
  const view = await page.untilEnded(runId)
  const blob = await blobId(bytes)
  const [callId] = page.received.flatMap(({ event }) =>
    event.kind === 'part-started' && event.start.kind === 'tool-call' ? [event.start.callId] : [],
  )
  expect(view.path.find(({ role }) => role === 'assistant')).toMatchObject({
    parts: [
      { ...search, input: 'ferns', outcome: 'done' },
      source,
      { kind: 'file', blob, name: 'fern.png', mediaType: 'image/png', size: 4 },
      { ...call, callId, input: '{}' },
    ],
  })
  expect(await home.store.blobs.get(blob)).toEqual(bytes)
  page.leave()
  await engine.close()
})

it('[R4] keeps a call that the provider was running when the answer was cut short, as one that came to no end', async () => {
  const search = { kind: 'provider-call', tool: 'web_search' } as const
  const { parts } = await answerTo(function* () {
    yield { kind: 'part-started', part: 0, start: search }
    yield { kind: 'part-delta', part: 0, text: 'ferns' }
    yield { kind: 'part-started', part: 1, start: search }
    throw new ModelError('network', { message: 'The connection was reset.' })
  })
  expect(parts?.slice(0, 2)).toEqual([
    { ...search, input: 'ferns', outcome: 'done' },
    { ...search, input: '', outcome: 'failed' },
  ])
})

it('[C17] one log line for each request says what every layer took out of it, and no text', async () => {
  const home = openMemoryHome()
  const context = { ...scriptedSettings.context, previousCycles: 'strip', resultLimit: 1000 } as const
  const settings = { ...scriptedSettings, context }
  const chatId = await writeChat(home.store, { settings, title: { text: 'Named', by: 'person' } })
  const lines: (readonly [string, object | undefined])[] = []
  const log = { info: (message: string, facts?: object) => lines.push([message, facts]), warn: fail, error: fail }
  const models = createScriptedModels(call =>
    call.request.messages.length === 1 ? calling([{ tool: 'none', input: {} }]) : saying('Done.'),
  )
  const { engine } = await openTestEngine(home, { models, log })
  const page = openPage(engine, chatId)
  const first = await engine.send({ key: 'one', chatId, parentId: null, text: 'A secret?' })
  const view = await page.untilEnded(first.runId)
  const parentId = view.path.at(-1)?.id ?? null
  await page.untilEnded((await engine.send({ key: 'two', chatId, parentId, text: 'And?' })).runId)
  expect(lines.map(([message]) => message)).toEqual(Array(3).fill('a request was assembled'))
  expect(lines[0]?.[1]).toEqual({
    chatId,
    requestId: expect.stringMatching(/^req_/),
    tokens: expect.any(Number),
    layers: {},
  })
  expect(lines[2]?.[1]).toMatchObject({ layers: { 'previous-cycles': { results: 1, calls: 1 } } })
  expect(JSON.stringify(lines)).not.toContain('secret')
  await engine.close()
})

function fail(message: string): never {
  throw new Error(message)
}
