import { ModelError } from '@stet/models'
import { MESSAGES_SHELF } from '@stet/store'
import { expect, it } from 'vitest'
import {
  createScriptedModels,
  openMemoryHome,
  openPage,
  openTestEngine,
  type Script,
  saying,
  scriptedSettings,
  writeChat,
} from '../../testing/index.ts'

/** A chat of two exchanges that the user named, and a page that watches it. */
async function openNamed(title: Script) {
  const home = openMemoryHome()
  const chatId = await writeChat(home.store, { title: { text: 'By hand', by: 'person' } })
  const models = createScriptedModels(() => saying('An answer.'), title)
  const { engine, logged } = await openTestEngine(home, { models })
  const page = openPage(engine, chatId)
  const first = await engine.send({ key: 'one', chatId, parentId: null, text: 'Ferns?' })
  await page.untilEnded(first.runId)
  const last = await engine.send({ key: 'two', chatId, parentId: first.answerId, text: 'Mosses?' })
  await page.untilEnded(last.runId)
  /** The ends of requested titles that were published, once there are so many. */
  async function troubles(count: number): Promise<readonly (string | null)[]> {
    const seen = () => page.received.flatMap(({ event }) => (event.kind === 'title-ended' ? [event.trouble] : []))
    await page.until(() => seen().length >= count)
    return seen()
  }
  return { home, chatId, models, engine, logged, page, last, troubles }
}

it('[C18] names a chat by its last exchange in the place of any title, because the user asked, and once for a key', async () => {
  const names = ['Mosses', 'Of mosses']
  const { engine, chatId, models, page, last, troubles } = await openNamed(() => saying(names.shift() ?? 'One more'))
  await Promise.all([engine.makeTitle({ key: 'ask', chatId }), engine.makeTitle({ key: 'ask', chatId })])
  expect(await troubles(1)).toEqual([null])
  const view = await page.until(({ chat }) => chat.title?.by === 'model')
  expect(view).toEqual(await engine.view(chatId))
  expect([view.chat.title, view.path.slice(-2).map(({ role, parentId }) => [role, parentId])]).toEqual([
    { text: 'Mosses', by: 'model' },
    [
      ['system-title', last.answerId],
      ['title', last.answerId],
    ],
  ])
  await engine.makeTitle({ key: 'ask', chatId })
  await engine.makeTitle({ key: 'ask again', chatId })
  expect(await troubles(2)).toEqual([null, null])
  const asked = models.calls.filter(({ purpose }) => purpose === 'title')
  expect(asked.map(({ request }) => request.messages[0]?.messageId)).toEqual([last.messageId, last.messageId])
  expect((await engine.view(chatId)).chat.title).toEqual({ text: 'Of mosses', by: 'model' })
  await engine.close()
})

it('[C18] keeps what the user wrote while the title was made, and makes one title at a time', async () => {
  const gate = Promise.withResolvers<void>()
  const { engine, chatId, troubles } = await openNamed(async function* () {
    await gate.promise
    yield* saying('By the model')
  })
  await engine.makeTitle({ key: 'ask', chatId })
  await expect(engine.makeTitle({ key: 'more', chatId })).rejects.toMatchObject({ code: 'run-active' })
  await engine.rename({ key: 'rename', chatId, title: 'By hand, later' })
  gate.resolve()
  expect(await troubles(1)).toEqual([null])
  expect((await engine.view(chatId)).chat.title).toEqual({ text: 'By hand, later', by: 'person' })
  await engine.close()
})

it.each<[string, Script, string]>([
  ['fails', () => failing(), 'Later.'],
  ['is empty', () => saying(' '), 'The model wrote no title.'],
  ['breaks off', () => [], 'The stream of a title broke off before its end.'],
])(
  '[C18] reports in words when a title %s, keeps the existing one, and can be asked again',
  async (_how, script, trouble) => {
    const { engine, chatId, logged, troubles, home } = await openNamed(script)
    const { path } = await engine.view(chatId)
    for (const [index, key] of ['one more', 'and one more'].entries()) {
      await engine.makeTitle({ key, chatId })
      expect((await troubles(index + 1)).at(-1)).toBe(trouble)
    }
    const view = await engine.view(chatId)
    expect([view.chat.title, view.path]).toEqual([{ text: 'By hand', by: 'person' }, path])
    expect((await home.store.list(MESSAGES_SHELF, { by: { parent: chatId }, limit: 10 })).rows).toHaveLength(4)
    await engine.close()
    expect(logged.map(({ message }) => message)).toEqual(Array(2).fill('a title that was asked for failed'))
  },
)

it('[C18] refuses at once what cannot be begun: no answer, no model, no chat', async () => {
  const home = openMemoryHome()
  const { engine } = await openTestEngine(home)
  const empty = await writeChat(home.store)
  const model = { definition: 'gone', model: 'gone' }
  const modelless = await writeChat(home.store, { settings: { ...scriptedSettings, model } })
  await expect(engine.makeTitle({ key: 'a', chatId: empty })).rejects.toMatchObject({ code: 'invalid' })
  await expect(engine.makeTitle({ key: 'b', chatId: modelless })).rejects.toMatchObject({ code: 'model-not-found' })
  const nowhere = engine.makeTitle({ key: 'c', chatId: `chat_${'a'.repeat(32)}` })
  await expect(nowhere).rejects.toMatchObject({ code: 'chat-not-found' })
  await engine.close()
})

function* failing() {
  yield { kind: 'part-started', part: 0, start: { kind: 'text' } } as const
  throw new ModelError('overloaded', { message: 'Later.' })
}

it('[C18] [FH-1] saves a title as it was typed, spaces included; a blank one names its field and changes nothing', async () => {
  const home = openMemoryHome()
  const chatId = await writeChat(home.store)
  const { engine } = await openTestEngine(home)
  await engine.rename({ key: 'one', chatId, title: '  Ferns\u00a0 ' })
  const blank = engine.rename({ key: 'two', chatId, title: ' \u3000\t' })
  await expect(blank).rejects.toMatchObject({ code: 'invalid', field: 'title' })
  expect((await engine.view(chatId)).chat.title).toEqual({ text: '  Ferns\u00a0 ', by: 'person' })
  await engine.close()
})
