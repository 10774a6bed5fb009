import type { AssistantMessage, ChatId } from '@stet/history'
import { fromRunRow, MESSAGES_SHELF, RUNS_SHELF, type Store, StoreError } from '@stet/store'
import { expect, it } from 'vitest'
import type { Engine } from '../engine.ts'
import {
  beginning,
  createScriptedModels,
  openMemoryHome,
  openPage,
  openTestEngine,
  type TestHome,
  untilStopped,
  writeChat,
} from '../testing/index.ts'

const hanging = (...pieces: readonly string[]) =>
  createScriptedModels(async function* (call) {
    if (pieces.length > 0) yield* beginning(...pieces)
    await untilStopped(call)
  })

/** A home whose process died while it wrote this much of an answer. */
async function crashed(...pieces: readonly string[]) {
  const home = openMemoryHome()
  const chatId = await writeChat(home.store)
  const { engine, logged } = await openTestEngine(home, { models: hanging(...pieces) })
  const page = openPage(engine, chatId)
  const sent = await engine.send({ key: 'one', chatId, parentId: null, text: 'Write' })
  await page.until(view => (view.drafts[0]?.parts[0]?.text ?? '') === pieces.join(''))
  page.leave()
  return { ...home, chatId, sent, dead: engine, logged }
}

async function answerIn(engine: Engine, chatId: ChatId): Promise<AssistantMessage | undefined> {
  return (await engine.view(chatId)).path.find(message => message.role === 'assistant')
}

async function runStates(store: Store, chatId: ChatId): Promise<readonly string[]> {
  const { rows } = await store.list(RUNS_SHELF, { by: { parent: chatId }, limit: 10 })
  return rows.map(row => {
    const run = fromRunRow(row)
    return 'unreadable' in run ? 'unreadable' : run.state
  })
}

/** A store of which the nth write from now on fails, as when the process is killed there. */
function killedAtWrite(store: Store, nth: number): Store {
  let writes = 0
  return {
    ...store,
    async write(operations) {
      writes += 1
      if (writes >= nth) throw new StoreError('closed', 'killed')
      return store.write(operations)
    },
  }
}

it('[R5] shows an answer that had not begun to arrive as interrupted, too', async () => {
  const { chatId, store, journal } = await crashed()
  const { engine } = await openTestEngine({ store, journal })
  expect(await answerIn(engine, chatId)).toMatchObject({ end: 'interrupted', parts: [], durationMs: null })
  expect(await runStates(store, chatId)).toEqual(['interrupted'])
})

it('[R5] [FS-1] reaches the same record wherever recovery itself is killed', async () => {
  for (let nth = 1; nth <= 4; nth += 1) {
    const { chatId, store, journal } = await crashed('Half')
    const killed = openTestEngine({ store: killedAtWrite(store, nth), journal })
    await killed.then(
      () => undefined,
      error => expect(error).toEqual(new StoreError('closed', 'killed')),
    )
    const { engine, logged } = await openTestEngine({ store, journal })
    expect(await answerIn(engine, chatId)).toMatchObject({
      end: 'interrupted',
      parts: [{ kind: 'text', text: 'Half' }],
    })
    expect([await runStates(store, chatId), await journal.streams(), logged]).toEqual([['interrupted'], [], []])
  }
})

it('[R5] drops the journal of a saved answer when the process died in between', async () => {
  const home = openMemoryHome()
  const chatId = await writeChat(home.store)
  const undropped: TestHome = { ...home, journal: { ...home.journal, drop: () => Promise.reject(new Error('killed')) } }
  const { engine, logged } = await openTestEngine(undropped)
  const page = openPage(engine, chatId)
  const sent = await engine.send({ key: 'one', chatId, parentId: null, text: 'Write' })
  const view = await page.until(now => now.chat.title !== null)
  expect([await home.journal.streams(), logged.map(entry => entry.message)]).toEqual([
    [sent.answerId],
    ['a spent stream stays in the journal'],
  ])
  page.leave()
  const after = await openTestEngine(home)
  expect(await home.journal.streams()).toEqual([])
  expect(await after.engine.view(chatId)).toEqual(view)
})

it('[R5] leaves alone what runs in this process', async () => {
  const home = openMemoryHome()
  const chatId = await writeChat(home.store)
  const { engine } = await openTestEngine(home, { models: hanging('Half'), boot: 'same' })
  await engine.send({ key: 'one', chatId, parentId: null, text: 'Write' })
  await openTestEngine(home, { boot: 'same' })
  expect(await runStates(home.store, chatId)).toEqual(['running'])
  await engine.close()
})

it('writes nothing more of a run that another process has ended', async () => {
  const { chatId, store, journal, dead, sent, logged } = await crashed('Half')
  const { engine } = await openTestEngine({ store, journal })
  const before = await engine.view(chatId)
  await dead.stop({ key: 'stop', chatId, runId: sent.runId })
  expect(await engine.view(chatId)).toEqual(before)
  expect(logged.map(entry => entry.message)).toEqual(['a run was ended by another process'])
})

it('recovers the other runs, says which row cannot be opened, and tries it again at the next start', async () => {
  const { chatId, store, journal, sent, dead } = await crashed('Half')
  const other = await writeChat(store)
  await dead.send({ key: 'two', chatId: other, parentId: null, text: 'Write' })
  const row = await store.get(RUNS_SHELF, sent.runId)
  if (row === null || 'unreadable' in row) throw new Error('the run is there')
  const { version, ...columns } = row
  await store.write([{ kind: 'put', shelf: RUNS_SHELF, ...columns, expect: version, body: new Uint8Array() }])
  const { engine, logged } = await openTestEngine({ store, journal })
  expect(logged.map(entry => entry.message)).toEqual(['a run could not be recovered'])
  expect(await answerIn(engine, other)).toMatchObject({ end: 'interrupted' })
  expect(await answerIn(engine, chatId)).toBeUndefined()
  await store.write([{ kind: 'put', shelf: RUNS_SHELF, ...columns, expect: version + 1 }])
  const next = await openTestEngine({ store, journal })
  expect(await answerIn(next.engine, chatId)).toMatchObject({ end: 'interrupted', parts: [{ text: 'Half' }] })
})

it('keeps what can be read of a journal, and says that there was more', async () => {
  const { chatId, store, journal, sent } = await crashed('Half')
  journal.append(sent.answerId, '[0,4')
  journal.append(sent.answerId, '[0,4," more"]')
  const { engine, logged } = await openTestEngine({ store, journal })
  expect(await answerIn(engine, chatId)).toMatchObject({ parts: [{ kind: 'text', text: 'Half' }] })
  expect(logged).toEqual([
    {
      level: 'warn',
      message: 'the end of an interrupted answer cannot be read',
      facts: { runId: sent.runId, entries: 2 },
    },
  ])
})

it('[R5] keeps what arrived as interrupted when the process ends in good order, and leaves nothing to recover', async () => {
  const { chatId, store, journal, dead } = await crashed('Half')
  await dead.close()
  expect([await runStates(store, chatId), await journal.streams()]).toEqual([['interrupted'], []])
  const { rows } = await store.list('processes', { by: { parent: '' }, limit: 10 })
  expect(rows).toEqual([])
  await expect(dead.view(chatId)).rejects.toMatchObject({ code: 'closed' })
  const { rows: messages } = await store.list(MESSAGES_SHELF, { by: { parent: chatId }, limit: 10 })
  expect(messages).toHaveLength(2)
})

it('[R5] interrupts a run whose message was sent in the moment of closing', async () => {
  const home = openMemoryHome()
  const chatId = await writeChat(home.store)
  const { engine } = await openTestEngine(home, { models: hanging('Half') })
  const [sent] = await Promise.all([engine.send({ key: 'one', chatId, parentId: null, text: 'Write' }), engine.close()])
  expect(await runStates(home.store, chatId)).toEqual(['interrupted'])
  expect(await home.store.get(MESSAGES_SHELF, sent.answerId)).not.toBeNull()
})

it('[R5] finds a call that the provider was running in the journal', async () => {
  const home = openMemoryHome()
  const chatId = await writeChat(home.store)
  const models = createScriptedModels(async function* (call) {
    yield { kind: 'part-started', part: 0, start: { kind: 'provider-call', tool: 'web_search' } }
    yield { kind: 'part-delta', part: 0, text: 'ferns' }
    await untilStopped(call)
  })
  const { engine: dead } = await openTestEngine(home, { models })
  const page = openPage(dead, chatId)
  await dead.send({ key: 'one', chatId, parentId: null, text: 'Search' })
  await page.until(view => view.drafts[0]?.parts[0]?.text === 'ferns')
  page.leave()
  const { engine, logged } = await openTestEngine(home)
  expect([(await answerIn(engine, chatId))?.parts, logged]).toEqual([
    [{ kind: 'provider-call', tool: 'web_search', input: 'ferns', outcome: 'failed' }],
    [],
  ])
})
