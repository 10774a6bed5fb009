import type { ContextSettings } from '@stet/history'
import { RUNS_SHELF, type Store } from '@stet/store'
import { expect, it } from 'vitest'
import {
  createScriptedModels,
  openMemoryHome,
  openPage,
  openTestEngine,
  saying,
  scriptedSettings,
  writeChat,
} from '../../testing/index.ts'

const { context: defaults } = scriptedSettings
const other: ContextSettings = {
  ...defaults,
  toolMemory: { mode: 'forget', afterConclusions: 2 },
  previousCycles: 'strip',
  resultLimit: 1000,
  stepResultLimit: 2000,
  reasoning: { lastCycles: 3 },
  maxPromptTokens: 9000,
  reservedResponseTokens: 100,
  recentMessagesToKeep: 4,
  minRecentMessagesToKeep: 1,
  compaction: {
    automatic: false,
    startAt: 0.8,
    wait: false,
    model: { definition: 'a', model: 'b' },
    length: null,
    facts: 1500,
  },
  cache: 'system',
}

/** A store that lists nothing once a run has started, until it is let: what the run then reads is what is saved by then. */
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

it('[C3] [C4] [C5] [C6] [C9] [C12] [C14] sets a chat and no other, and publishes it to every page', async () => {
  const { engine, store, chatId } = await openChat()
  const beside = await writeChat(store)
  const page = openPage(engine, chatId)
  const { chat } = await page.until(() => true)
  await engine.changeContext({ key: 'one', chatId, context: other })
  const published = await page.until(view => view.chat.settings.context.resultLimit === 1000)
  expect(published.chat).toEqual({ ...chat, settings: { ...chat.settings, context: other } })
  expect(await engine.view(chatId)).toEqual(published)
  expect((await engine.view(beside)).chat.settings.context).toEqual(defaults)
  page.leave()
  await engine.close()
})

it('[FH-6] acts once for a key', async () => {
  const { engine, chatId } = await openChat()
  await engine.changeContext({ key: 'one', chatId, context: other })
  await engine.changeContext({ key: 'two', chatId, context: defaults })
  await engine.changeContext({ key: 'one', chatId, context: other })
  expect((await engine.view(chatId)).chat.settings.context).toEqual(defaults)
  await expect(engine.changeContext({ key: 'one', chatId, context: defaults })).rejects.toMatchObject({
    code: 'key-reused',
  })
})

it('[C9] leaves a run that has started with the settings it started with', async () => {
  const home = openMemoryHome()
  const chatId = await writeChat(home.store)
  const { store, letRunsRead } = holdingRuns(home.store)
  // The request is made by the run, not with the message.
  const models = { ...createScriptedModels(() => saying('Yes.')), prepare: async () => null }
  const { engine } = await openTestEngine({ ...home, store }, { models })
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

it('[S7] keeps the settings that an older page does not know, and refuses numbers that contradict them', async () => {
  const { engine, chatId } = await openChat()
  await engine.changeContext({ key: 'one', chatId, context: other })
  await engine.changeContext({ key: 'two', chatId, context: { resultLimit: 500, compaction: { startAt: 0.5 } } })
  const changed = { ...other, resultLimit: 500, compaction: { ...other.compaction, startAt: 0.5 } }
  expect((await engine.view(chatId)).chat.settings.context).toEqual(changed)
  const tried = await engine.inspect({ chatId, context: { cache: 'all-off' }, text: '' })
  expect(tried.context).toEqual({ ...changed, cache: 'all-off' })
  const low = engine.changeContext({ key: 'three', chatId, context: { recentMessagesToKeep: 0 } })
  await expect(low).rejects.toMatchObject({ code: 'invalid', field: 'minRecentMessagesToKeep' })
  expect((await engine.view(chatId)).chat.settings.context).toEqual(changed)
  await engine.close()
})
