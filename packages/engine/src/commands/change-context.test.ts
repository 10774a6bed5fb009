import type { ContextSettings } from '@stet/history'
import { RUNS_SHELF, type Store } from '@stet/store'
import { expect, it } from 'vitest'
import { openMemoryHome, openPage, openTestEngine, scriptedSettings, writeChat } from '../testing/index.ts'

const { context: defaults } = scriptedSettings
const other: ContextSettings = {
  toolMemory: { mode: 'forget', afterConclusions: 2 },
  previousCycles: 'strip',
  resultLimit: 1000,
  stepResultLimit: 2000,
  reasoning: { lastCycles: 3 },
  maxPromptTokens: 9000,
  reservedResponseTokens: 100,
  recentMessagesToKeep: 4,
  minRecentMessagesToKeep: 1,
  compaction: { automatic: false, startAt: 0.8, model: { definition: 'a', model: 'b' } },
  cache: 'system',
}

/** A store that lists nothing once a run has started, until it is let: what the run then reads is what stands by then. */
function holdingRuns(inner: Store): { readonly store: Store; readonly letRunsRead: () => void } {
  const { promise: allowed, resolve: letRunsRead } = Promise.withResolvers<void>()
  let started = false
  const store: Store = {
    ...inner,
    async list(shelf, query) {
      if (started) await allowed
      return inner.list(shelf, query)
    },
    async write(operations) {
      const written = await inner.write(operations)
      started ||= operations.some(({ shelf }) => shelf === RUNS_SHELF)
      return written
    },
  }
  return { store, letRunsRead }
}

async function openChat() {
  const home = openMemoryHome()
  const chatId = await writeChat(home.store)
  return { ...home, chatId, ...(await openTestEngine(home)) }
}

it('[C3] [C4] [C5] [C6] [C9] [C12] [C14] sets a chat and no other, and tells every page', async () => {
  const { engine, store, chatId } = await openChat()
  const beside = await writeChat(store)
  const page = openPage(engine, chatId)
  const { chat } = await page.until(() => true)
  await engine.changeContext({ key: 'one', chatId, context: other })
  const told = await page.until(view => view.chat.settings.context.resultLimit === 1000)
  expect(told.chat).toEqual({ ...chat, settings: { ...chat.settings, context: other } })
  expect(await engine.view(chatId)).toEqual(told)
  expect((await engine.view(beside)).chat.settings.context).toEqual(defaults)
  page.leave()
  await engine.close()
})

it('[FH-6] acts once for a key, however the settings are written down', async () => {
  const { engine, chatId } = await openChat()
  const { cache, ...rest } = other
  await engine.changeContext({ key: 'one', chatId, context: other })
  await engine.changeContext({ key: 'two', chatId, context: defaults })
  await engine.changeContext({ key: 'one', chatId, context: { cache, ...rest } })
  expect((await engine.view(chatId)).chat.settings.context).toEqual(defaults)
  await expect(engine.changeContext({ key: 'one', chatId, context: defaults })).rejects.toMatchObject({
    code: 'key-reused',
  })
})

it.each<[string, Partial<ContextSettings>, string]>([
  ['resultLimit', { resultLimit: 10 }, 'resultLimit must be a whole number from 200 to 10000000; it is 10'],
  ['toolMemory.afterConclusions', { toolMemory: { mode: 'forget', afterConclusions: 6 } }, 'from 0 to 5; it is 6'],
  ['compaction.startAt', { compaction: { automatic: true, startAt: 2, model: null } }, 'from 0.01 to 1; it is 2'],
  ['maxPromptTokens', { maxPromptTokens: 1 }, 'maxPromptTokens must be a whole number from 256'],
  ['reservedResponseTokens', { maxPromptTokens: 500 }, 'must be below maxPromptTokens, 500; it is 512'],
  ['minRecentMessagesToKeep', { minRecentMessagesToKeep: 7 }, 'must be at most recentMessagesToKeep, 6; it is 7'],
])('[C9] refuses an invalid %s by its name and what it may be, and writes nothing', async (field, changes, words) => {
  const { engine, store, chatId } = await openChat()
  const before = await store.usage()
  await expect(
    engine.changeContext({ key: 'one', chatId, context: { ...defaults, ...changes } }),
  ).rejects.toMatchObject({ code: 'invalid', field, message: expect.stringContaining(words) })
  expect(await store.usage()).toEqual(before)
})

it('names everything that is wrong at once', async () => {
  const { engine, chatId } = await openChat()
  const context = { ...defaults, resultLimit: 1, stepResultLimit: 2 }
  await expect(engine.changeContext({ key: 'one', chatId, context })).rejects.toThrow(
    'resultLimit must be a whole number from 200 to 10000000; it is 1. ' +
      'stepResultLimit must be a whole number from 200 to 10000000; it is 2',
  )
})

it('[C9] leaves a run that has started with the settings it started with', async () => {
  const home = openMemoryHome()
  const chatId = await writeChat(home.store)
  const { store, letRunsRead } = holdingRuns(home.store)
  const { engine } = await openTestEngine({ ...home, store })
  const page = openPage(engine, chatId)
  const { runId } = await engine.send({ key: 'send', chatId, parentId: null, text: 'words '.repeat(500) })
  const context = { ...defaults, maxPromptTokens: 256, reservedResponseTokens: 0 }
  await engine.changeContext({ key: 'set', chatId, context })
  letRunsRead()
  const ended = await page.untilEnded(runId)
  expect(ended.path.flatMap(message => (message.role === 'assistant' ? [message.end] : []))).toEqual(['complete'])
  await expect(engine.inspect({ chatId, context: null, text: '' })).resolves.toMatchObject({ fits: false })
  page.leave()
  await engine.close()
})
