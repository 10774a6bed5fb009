import type { ModelFacts } from '@stet/history'
import { expect, it } from 'vitest'
import {
  createScriptedModels,
  openMemoryHome,
  openPage,
  openTestEngine,
  saying,
  scriptedFacts,
  scriptedSettings,
  writeChat,
} from '../../testing/index.ts'

const marked: ModelFacts = { ...scriptedFacts, model: 'marked', caching: 'marks' }

async function openChat(cache = scriptedSettings.context.cache) {
  const home = openMemoryHome()
  const context = { ...scriptedSettings.context, cache }
  const chatId = await writeChat(home.store, { settings: { ...scriptedSettings, context } })
  const all = [scriptedFacts, marked]
  const models = {
    ...createScriptedModels(() => saying('Yes.')),
    facts: async ({ definition, model }: { definition: string; model: string }) =>
      all.find(facts => facts.definition === definition && facts.model === model) ?? null,
  }
  return { chatId, models, ...(await openTestEngine(home, { models })) }
}

const chosen = { definition: 'scripted', model: 'marked' }

it('[P1] chooses the model of a chat, publishes it to every page, and asks it from the next message on', async () => {
  const { engine, chatId, models } = await openChat()
  const page = openPage(engine, chatId)
  const { chat } = await page.until(() => true)
  await engine.changeModel({ key: 'one', chatId, ...chosen })
  const published = await page.until(view => view.chat.settings.model.model === 'marked')
  expect(published.chat).toEqual({
    ...chat,
    settings: { ...chat.settings, model: chosen, context: { ...chat.settings.context, cache: 'cached' } },
  })
  const { runId } = await engine.send({ key: 'two', chatId, parentId: null, text: 'Hello' })
  const view = await page.untilEnded(runId)
  expect(view.path.at(-1)).toMatchObject({ origin: { definition: 'scripted', protocol: 'scripted', model: 'marked' } })
  page.leave()
  await engine.close()
  expect(models.calls[0]?.choice).toEqual(chosen)
})

it('[C14] lets the marks for the cache follow the model, and leaves alone what the user set', async () => {
  const { engine, chatId } = await openChat('system')
  await engine.changeModel({ key: 'one', chatId, ...chosen })
  expect((await engine.view(chatId)).chat.settings.context.cache).toBe('system')
})

it('[FH-6] acts once for a key', async () => {
  const { engine, chatId } = await openChat()
  await engine.changeModel({ key: 'one', chatId, ...chosen })
  await engine.changeModel({ key: 'two', chatId, ...scriptedSettings.model })
  await engine.changeModel({ key: 'one', chatId, ...chosen })
  expect((await engine.view(chatId)).chat.settings).toEqual(scriptedSettings)
})

it('refuses a model that nothing is known of', async () => {
  const { engine, chatId } = await openChat()
  await expect(engine.changeModel({ key: 'one', chatId, definition: 'scripted', model: 'none' })).rejects.toMatchObject(
    { code: 'model-not-found', field: 'model' },
  )
  expect((await engine.view(chatId)).chat.settings).toEqual(scriptedSettings)
})
