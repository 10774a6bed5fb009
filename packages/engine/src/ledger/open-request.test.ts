import { noUsage } from '@stet/history'
import { ModelError, type PriceList } from '@stet/models'
import { type Operation, REQUESTS_SHELF, ROLL_UP_GENERATION, StoreError } from '@stet/store'
import { describe, expect, it } from 'vitest'
import {
  beginning,
  createScriptedModels,
  openMemoryHome,
  openPage,
  openTestEngine,
  readLedger,
  type Script,
  saying,
  scriptedFacts,
  type TestHome,
  untilStopped,
  writeChat,
} from '../testing/index.ts'

const prices: PriceList = {
  prices: {
    input: 3,
    output: 15,
    cacheRead: null,
    cacheWrite: null,
    cacheWriteLong: null,
    webSearch: null,
    imageInput: null,
    imageOutput: null,
  },
  tiers: [],
  from: 'data',
  match: 'exact',
  asOf: null,
}

const used = { ...noUsage, input: 10, output: 5 }

/** As of the demo: what is sent is known only when it is sent, so its row is written alone and not with the message. */
const unknownBefore = { prepare: async () => null }

interface Options {
  readonly recordedAlone?: boolean
  readonly script?: Script
  readonly title?: Script
  readonly home?: TestHome
}

async function open({
  script = () => saying('An ', 'answer.'),
  title,
  home = openMemoryHome(),
  recordedAlone = false,
}: Options = {}) {
  const chatId = await writeChat(home.store, title === undefined ? { title: { text: 'Named', by: 'person' } } : {})
  const models = { ...createScriptedModels(script, title, prices), ...(recordedAlone && unknownBefore) }
  const { engine, logged } = await openTestEngine(home, { models })
  const page = openPage(engine, chatId)
  await page.until(() => true)
  const ledger = () => readLedger(home.store, chatId)
  return { home, chatId, engine, logged, page, models, ledger }
}

/** A home whose store refuses some writes, which it then does not do. */
function refusing(refuses: (operations: readonly Operation[]) => Error | null): TestHome {
  const home = openMemoryHome()
  return {
    ...home,
    store: {
      ...home.store,
      async write(operations) {
        const refusal = refuses(operations)
        if (refusal !== null) throw refusal
        return home.store.write(operations)
      },
    },
  }
}

const isRequest = (operation: Operation) => operation.shelf === REQUESTS_SHELF

describe('the ledger', () => {
  it('[U1] has a row for every answer and title, with its usage, prices and the message that it made', async () => {
    const { home, chatId, engine, page, ledger } = await open({ title: () => saying('A title') })
    const { runId } = await engine.send({ key: 'one', chatId, parentId: null, text: 'Hello' })
    const view = await page.until(({ chat }) => chat.title !== null)
    const [answer, title] = [view.path.find(({ role }) => role === 'assistant'), view.path.at(-1)]
    const { workspaceId } = view.chat
    const { definition, protocol, model } = scriptedFacts
    const common = {
      id: expect.stringMatching(/^req_/),
      chatId,
      countsFor: [chatId],
      workspaceId,
      origin: { definition, protocol, model },
      boot: expect.stringMatching(/^boot_/),
      state: 'done',
      sentAt: expect.any(Number),
      endedAt: expect.any(Number),
      rawUsage: { in: 10, out: 5 },
      usage: used,
      estimate: null,
      prices,
      savedTokens: [],
      remarks: null,
      rolledUp: ROLL_UP_GENERATION,
      manifest: { base: null, depth: 0, pack: expect.any(String), packs: [], large: [] },
    }
    const [asked, answered] = [view.path[0]?.id, answer?.id]
    const added = [expect.stringMatching(`^${asked} `)]
    const blocks = {
      base: null,
      depth: 0,
      same: 0,
      added,
      marks: [],
      binding: expect.any(String),
      tools: [{ after: null, names: [], webSearch: false }],
      prompts: null,
      efforts: null,
      cacheMinutes: null,
    }
    const rows = await ledger()
    expect(rows).toEqual([
      { ...common, runId, messageId: answered, below: asked, purpose: 'answer', estimatedInput: 5, blocks },
      {
        ...common,
        runId: null,
        messageId: title?.id,
        below: answered,
        purpose: 'title',
        estimatedInput: null,
        blocks: null,
      },
    ])
    expect(rows.map(({ id }) => id)).toEqual([answer, title].map(said => said && 'requestId' in said && said.requestId))
    expect(page.received.flatMap(({ event }) => (event.kind === 'request-ended' ? [event] : []))).toEqual(
      rows.map(({ id: requestId, messageId }) => ({ kind: 'request-ended', chatId, requestId, messageId })),
    )
    expect(await Promise.all(rows.map(row => home.store.blobs.get(row.manifest?.pack ?? '')))).not.toContain(null)
    await engine.close()
  })

  it('[U1] has the row on the disk before anything is sent', async () => {
    const home = openMemoryHome()
    const seen: string[] = []
    const { chatId, engine, page } = await open({
      home,
      async *script() {
        seen.push(...(await readLedger(home.store, chatId)).map(({ state, messageId }) => `${state} ${messageId}`))
        yield* saying('Yes.')
      },
    })
    const { runId, answerId } = await engine.send({ key: 'one', chatId, parentId: null, text: 'Hello' })
    await page.untilEnded(runId)
    expect(seen).toEqual([`sent ${answerId}`])
    await engine.close()
  })

  it('[U1] [R5] is written with the message and the run that it belongs to, and with nothing else before it is sent', async () => {
    const memory = openMemoryHome()
    const writes: string[][] = []
    const write = (operations: readonly Operation[]) => {
      writes.push(operations.map(({ kind, shelf }) => `${kind} ${shelf}`))
      return memory.store.write(operations)
    }
    let before = 0
    const { chatId, engine, page } = await open({
      home: { ...memory, store: { ...memory.store, write } },
      *script() {
        before = writes.length
        yield* saying('Yes.')
      },
    })
    const had = writes.length
    const { runId } = await engine.send({ key: 'one', chatId, parentId: null, text: 'Hello' })
    await page.untilEnded(runId)
    expect(writes.slice(had, before)).toEqual([
      ['put messages', 'put runs', 'put chats', 'put requests', 'put commands'],
    ])
    await engine.close()
  })

  it('[U1] [FS-2] a message whose request cannot be recorded is refused, and nothing of it is saved or sent', async () => {
    const home = refusing(operations =>
      operations.some(isRequest) ? new StoreError('full', 'There is no space left on the disk.') : null,
    )
    const { chatId, engine, models, ledger } = await open({ home })
    const sending = engine.send({ key: 'one', chatId, parentId: null, text: 'Hello' })
    await expect(sending).rejects.toMatchObject({ kind: 'full' })
    expect([models.calls, await ledger(), (await engine.view(chatId)).path, (await home.store.usage()).blobs]).toEqual([
      [],
      [],
      [],
      0,
    ])
    await engine.close()
  })

  it('[U1] a request that its provider refuses before it is sent leaves the message and an error below it', async () => {
    const { chatId, home, page: _, ...rest } = await open()
    await rest.engine.close()
    const refused = new ModelError('invalid-request', { message: 'Too many tools.' })
    const models = {
      ...createScriptedModels(() => saying('Yes.')),
      prepare: async () => Promise.reject(refused),
      async *stream() {
        yield* []
        throw refused
      },
    }
    const { engine, logged } = await openTestEngine(home, { models })
    const page = openPage(engine, chatId)
    const { runId } = await engine.send({ key: 'one', chatId, parentId: null, text: 'Hello' })
    const view = await page.untilEnded(runId)
    expect(view.path.at(-1)).toMatchObject({
      role: 'assistant',
      parts: [{ kind: 'error', message: 'Too many tools.' }],
    })
    expect(await rest.ledger()).toEqual([])
    page.leave()
    await engine.close()
    expect(logged).toEqual([])
  })

  it('[U1] [FS-2] keeps a request from being sent that it cannot record, and says so in the chat', async () => {
    let refused = 0
    const home = refusing(operations => {
      if (!operations.some(isRequest) || refused === 4) return null
      refused += 1
      return new StoreError('full', 'There is no space left on the disk.')
    })
    const asked: string[] = []
    const { chatId, engine, page, ledger } = await open({
      home,
      recordedAlone: true,
      *script() {
        asked.push('asked')
        yield* saying('Yes.')
      },
    })
    const first = await engine.send({ key: 'one', chatId, parentId: null, text: 'Hello' })
    const view = await page.untilEnded(first.runId)
    const message =
      'The request was not sent, because it could not be recorded first: There is no space left on the disk.'
    expect(view.path.at(-1)).toMatchObject({
      role: 'assistant',
      requestId: null,
      parts: [{ kind: 'error', code: 'not-recorded', message, status: null, retryable: true }],
    })
    expect([asked, await ledger(), refused]).toEqual([[], [], 4])
    const again = await engine.retry({ key: 'two', chatId, messageId: first.answerId })
    await page.untilEnded(again.runId)
    expect([asked.length, (await ledger()).map(({ state }) => state)]).toEqual([1, ['done']])
    await engine.close()
  })

  it('[U1] waits for a disk that is full for a moment', async () => {
    let refused = 0
    const home = refusing(operations => {
      if (!operations.some(isRequest) || refused === 2) return null
      refused += 1
      return new StoreError('full', 'There is no space left on the disk.')
    })
    const { chatId, engine, page, ledger } = await open({ home, recordedAlone: true })
    const { runId } = await engine.send({ key: 'one', chatId, parentId: null, text: 'Hello' })
    await page.untilEnded(runId)
    expect((await ledger()).map(({ state, usage }) => [state, usage])).toEqual([['done', used]])
    await engine.close()
  })

  it.each<[string, Script, object]>([
    [
      'refused before a word came used nothing',
      // biome-ignore lint/correctness/useYield: nothing comes
      async function* () {
        throw new ModelError('overloaded', { message: 'Busy.' })
      },
      { state: 'failed', usage: null, estimate: null },
    ],
    [
      'lost in the middle is taken to have used what was sent and what came',
      async function* () {
        yield* beginning('Half of an answer')
        throw new ModelError('network', { message: 'Lost.' })
      },
      { state: 'failed', usage: null, estimate: { ...noUsage, input: expect.any(Number), output: 4 } },
    ],
    [
      'of which its provider tells nothing is estimated',
      async function* () {
        for (const event of saying('An answer')) {
          const untold = { rawUsage: null, usage: null }
          yield event.kind === 'answer-finished' ? { ...event, answer: { ...event.answer, ...untold } } : event
        }
      },
      { state: 'done', usage: null, estimate: { ...noUsage, input: expect.any(Number), output: 2 } },
    ],
  ])('[U1] [FP-16] a request %s', async (_name, script, expected) => {
    const { chatId, engine, page, ledger } = await open({ script })
    const { runId } = await engine.send({ key: 'one', chatId, parentId: null, text: 'Hello' })
    const view = await page.untilEnded(runId)
    const [row] = await ledger()
    expect(row).toMatchObject({ ...expected, endedAt: expect.any(Number) })
    expect(row?.estimate?.input).not.toBe(0)
    expect(view.path.at(-1)).toMatchObject({ requestId: row?.id })
    await engine.close()
  })

  it('[U1] [R4] a request that was stopped is complete with what had come', async () => {
    const { chatId, engine, page, ledger } = await open({
      async *script(call) {
        yield* beginning('Half of an answer')
        await untilStopped(call)
      },
    })
    const { runId } = await engine.send({ key: 'one', chatId, parentId: null, text: 'Hello' })
    await page.until(({ drafts }) => drafts[0]?.parts[0]?.text === 'Half of an answer')
    await engine.stop({ key: 'two', chatId, runId })
    await page.untilEnded(runId)
    expect(await ledger()).toMatchObject([{ state: 'stopped', usage: null, estimate: { output: 4 } }])
    await engine.close()
  })

  it('[U1] [R4] a request that was stopped while its row was written leaves no row that is under way', async () => {
    const gate = Promise.withResolvers<void>()
    const reached = Promise.withResolvers<void>()
    const memory = openMemoryHome()
    const home: TestHome = {
      ...memory,
      store: {
        ...memory.store,
        async write(operations) {
          if (operations.some(operation => isRequest(operation) && operation.expect === 0)) {
            reached.resolve()
            await gate.promise
          }
          return memory.store.write(operations)
        },
      },
    }
    const { chatId, engine, page, models, ledger } = await open({ home, recordedAlone: true })
    const { runId } = await engine.send({ key: 'one', chatId, parentId: null, text: 'Hello' })
    await reached.promise
    models.calls[0]?.signal.addEventListener('abort', () => gate.resolve())
    await engine.stop({ key: 'two', chatId, runId })
    await page.untilEnded(runId)
    expect((await ledger()).map(({ state }) => state)).toEqual(['stopped'])
    await engine.close()
  })

  it('[U1] a title that fails has its row anyway, and no message', async () => {
    const { chatId, engine, page, ledger, logged } = await open({ title: () => saying('  ') })
    const { runId } = await engine.send({ key: 'one', chatId, parentId: null, text: 'Hello' })
    await page.untilEnded(runId)
    await page.until(() => page.received.filter(({ event }) => event.kind === 'request-ended').length === 2)
    expect(await ledger()).toMatchObject([
      { purpose: 'answer', state: 'done' },
      { purpose: 'title', state: 'done', usage: used },
    ])
    await engine.close()
    expect(logged.map(({ message }) => message)).toEqual(['a title failed'])
  })

  it('[U1] a further attempt with the same bytes is the same request', async () => {
    const { chatId, engine, page, ledger } = await open({
      async *script(call) {
        const sent = { method: 'POST', url: 'scripted:', headers: { attempt: '2' }, notApplied: [], notes: [], prices }
        await call.onSent?.({ ...sent, body: JSON.stringify(call.request) })
        yield* saying('Yes.')
      },
    })
    const { runId } = await engine.send({ key: 'one', chatId, parentId: null, text: 'Hello' })
    await page.untilEnded(runId)
    expect((await ledger()).map(({ state }) => state)).toEqual(['done'])
    await engine.close()
  })
})
