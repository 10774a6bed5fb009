import { CHATS_SHELF, Conflict, MESSAGES_SHELF, type Operation, type Store, StoreError } from '@stet/store'
import { expect, it } from 'vitest'
import { openMemoryHome, openPage, openTestEngine, writeChat } from '../../testing/index.ts'

/** A store that refuses some writes of answers. */
function refusing(store: Store, refuse: () => Error | null): Store {
  const isAnswer = (operation: Operation) =>
    operation.kind === 'put' && operation.shelf === 'runs' && operation.expect > 0
  return {
    ...store,
    async write(operations) {
      const error = operations.some(isAnswer) ? refuse() : null
      if (error !== null) throw error
      return store.write(operations)
    },
  }
}

async function open(refuse: () => Error | null) {
  const home = openMemoryHome()
  const chatId = await writeChat(home.store, { title: { text: 'Named', by: 'person' } })
  const waits: number[] = []
  const again = Promise.withResolvers<void>()
  const { engine, logged } = await openTestEngine(
    { ...home, store: refusing(home.store, refuse) },
    {
      async pause(milliseconds, signal) {
        waits.push(milliseconds)
        if (milliseconds < 10_000 || signal.aborted) return
        signal.addEventListener('abort', () => again.resolve())
        await again.promise
      },
    },
  )
  return { ...home, chatId, engine, logged, waits, tryAgain: again.resolve }
}

it('[FS-3] tries a passing refusal again, and nobody notices', async () => {
  const refusals: (Error | null)[] = [
    new StoreError('busy', 'held'),
    new Conflict(CHATS_SHELF, 'chat', 1, 2),
    new StoreError('full', 'no space'),
  ]
  const { engine, chatId, waits, logged } = await open(() => refusals.shift() ?? null)
  const page = openPage(engine, chatId)
  const { runId, answerId } = await engine.send({ key: 'one', chatId, parentId: null, text: 'Hello' })
  const view = await page.untilEnded(runId)
  expect([view.drafts, view.path.at(-1)?.id, waits, logged]).toEqual([[], answerId, [100, 400, 1600], []])
  page.leave()
  await engine.close()
})

it('[FS-2] ends the run, keeps the text in sight and in the journal, and saves it when there is space again', async () => {
  let full = true
  const { engine, chatId, journal, logged, tryAgain } = await open(() =>
    full ? new StoreError('full', 'no space') : null,
  )
  const page = openPage(engine, chatId)
  const { runId, answerId } = await engine.send({ key: 'one', chatId, parentId: null, text: 'Hello' })
  const unsaved = await page.untilEnded(runId)
  expect(unsaved.drafts).toMatchObject([{ state: 'unsaved', parts: [{ kind: 'text', text: 'An answer.' }] }])
  expect(unsaved).toEqual(await engine.view(chatId))
  expect(page.received.at(-1)?.event).toMatchObject({ kind: 'run-ended', state: 'failed' })
  expect([await journal.streams(), engine.isRunning(chatId)]).toEqual([[answerId], false])
  expect(logged.map(entry => entry.message)).toEqual(['an answer could not be written'])
  full = false
  tryAgain()
  const saved = await page.until(view => view.drafts.length === 0)
  expect(saved.path.at(-1)).toMatchObject({ id: answerId, end: 'complete' })
  page.leave()
  await engine.close()
  expect(await journal.streams()).toEqual([])
})

it('[FS-2] finds an answer that was never saved at the next start', async () => {
  const { engine, chatId, store, journal, logged } = await open(() => new StoreError('refused', 'read-only'))
  const page = openPage(engine, chatId)
  const { runId, answerId } = await engine.send({ key: 'one', chatId, parentId: null, text: 'Hello' })
  await page.untilEnded(runId)
  page.leave()
  await engine.close()
  expect(await store.get(MESSAGES_SHELF, answerId)).toBeNull()
  expect(logged.at(-1)?.message).toBe('an answer is saved in the journal only')
  const next = await openTestEngine({ store, journal })
  const view = await next.engine.view(chatId)
  expect(view.path.at(-1)).toMatchObject({ end: 'interrupted', parts: [{ kind: 'text', text: 'An answer.' }] })
})
