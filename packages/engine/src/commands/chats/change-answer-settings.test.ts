import { type AnswerSettings, defaultAnswerSettings } from '@stet/history'
import { ModelError } from '@stet/models'
import { expect, it } from 'vitest'
import {
  createScriptedModels,
  openMemoryHome,
  openPage,
  openTestEngine,
  saying,
  scriptedChoice,
  scriptedFacts,
  writeChat,
} from '../../testing/index.ts'

const other: AnswerSettings = {
  temperature: 0.5,
  topP: 0.9,
  topK: 40,
  outputLimit: 4000,
  reasoning: { on: true, budgetTokens: 2048, effort: 'high', summary: 'auto', level: 'low' },
  webSearch: true,
  webFetch: true,
  streaming: false,
  prefill: 'Well,',
}

async function openChat(models = createScriptedModels(() => saying('Yes.'))) {
  const home = openMemoryHome()
  const chatId = await writeChat(home.store)
  return { ...home, chatId, models, ...(await openTestEngine(home, { models })) }
}

it('[W1] [P5] sets how a chat is answered, publishes it to every page, and sends it with the next request', async () => {
  const { engine, chatId, models } = await openChat()
  const page = openPage(engine, chatId)
  const { chat } = await page.until(() => true)
  await engine.changeAnswerSettings({ key: 'one', chatId, answer: other })
  const published = await page.until(view => view.chat.settings.answer.topK === 40)
  expect(published.chat).toEqual({ ...chat, settings: { ...chat.settings, answer: other } })
  const { runId } = await engine.send({ key: 'two', chatId, parentId: null, text: 'Hello' })
  await page.untilEnded(runId)
  page.leave()
  await engine.close()
  expect(models.calls.find(({ purpose }) => purpose === 'answer')?.settings).toEqual(other)
})

it('[C18] asks for a title with settings of its own: nothing is searched or thought over for it', async () => {
  const { engine, chatId, models } = await openChat()
  await engine.changeAnswerSettings({ key: 'one', chatId, answer: other })
  const page = openPage(engine, chatId)
  await engine.send({ key: 'two', chatId, parentId: null, text: 'Hello' })
  await page.until(({ chat }) => chat.title !== null)
  page.leave()
  await engine.close()
  expect(models.calls.find(({ purpose }) => purpose === 'title')?.settings).toEqual({
    ...defaultAnswerSettings,
    outputLimit: 1024,
  })
})

it('[FH-6] acts once for a key, and refuses the key for other settings', async () => {
  const { engine, chatId } = await openChat()
  await engine.changeAnswerSettings({ key: 'one', chatId, answer: other })
  await engine.changeAnswerSettings({ key: 'two', chatId, answer: defaultAnswerSettings })
  await engine.changeAnswerSettings({ key: 'one', chatId, answer: other })
  expect((await engine.view(chatId)).chat.settings.answer).toEqual(defaultAnswerSettings)
  await expect(
    engine.changeAnswerSettings({ key: 'one', chatId, answer: defaultAnswerSettings }),
  ).rejects.toMatchObject({ code: 'key-reused' })
})

it('[P5] says how a chat is answered: model, prices, and what the model cannot take', async () => {
  const notApplied = [{ setting: 'topK', because: 'This model takes no top-k.' }]
  const models = { ...createScriptedModels(() => saying('Yes.')), notApplied: async () => notApplied }
  const { engine, chatId } = await openChat(models)
  expect(await engine.answering(chatId)).toEqual({
    settings: defaultAnswerSettings,
    choice: scriptedChoice,
    facts: scriptedFacts,
    prices: null,
    because: null,
    notApplied,
  })
})

it.each([
  ['is gone', async () => null, 'the model one cannot be used: its provider was removed or is switched off'],
  [
    'has a key that cannot be opened',
    async () => {
      throw new ModelError('auth', { message: 'The key cannot be opened.' })
    },
    'The key cannot be opened.',
  ],
])('says in words that the model of a chat %s, and refuses to send', async (_, facts, because) => {
  const { engine, chatId } = await openChat({ ...createScriptedModels(() => saying('Yes.')), facts })
  expect(await engine.answering(chatId)).toEqual({
    settings: defaultAnswerSettings,
    choice: scriptedChoice,
    facts: null,
    prices: null,
    because,
    notApplied: [],
  })
  await expect(engine.send({ key: 'one', chatId, parentId: null, text: 'Hello' })).rejects.toMatchObject({
    code: 'model-not-found',
    message: because,
  })
})
