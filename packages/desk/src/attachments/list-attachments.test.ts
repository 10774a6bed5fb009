import {
  createScriptedModels,
  newKey,
  openMemoryHome,
  openPage,
  openTestEngine,
  saying,
  writeChat,
} from '@stet/engine/testing'
import type { ChatId, FilePart, MessageId } from '@stet/history'
import { expect, it } from 'vitest'
import { createAttachments } from './attachments.ts'
import { listAttachments } from './list-attachments.ts'

async function open() {
  const home = openMemoryHome()
  const models = createScriptedModels(() => saying('Yes.'))
  const { engine } = await openTestEngine(home, { models })
  const attachments = createAttachments({ store: home.store, clock: () => 1, log: { warn: () => undefined } })
  async function upload(text: string, name: string): Promise<FilePart> {
    const bytes = (async function* () {
      yield new TextEncoder().encode(text)
    })()
    return attachments.receive({ name, mediaType: name.endsWith('.png') ? 'image/x-test' : 'text/plain', bytes })
  }
  async function say(chatId: ChatId, parentId: MessageId | null, files: readonly FilePart[]) {
    const page = openPage(engine, chatId)
    const named = files.map(({ blob, name }) => ({ blob, name }))
    const sent = await engine.send({ key: newKey(), chatId, parentId, text: 'Look', attachments: named })
    await page.until(view => view.path.some(message => message.id === sent.answerId))
    page.leave()
    return sent
  }
  const list = async (query: Parameters<typeof listAttachments>[1] = {}) =>
    listAttachments({ store: home.store, fileIndex: { state: () => ({ kind: 'current' }) } }, query)
  return { ...home, engine, upload, say, list }
}

it('[W4] lists the files of all messages, newest first, by chat and by kind, page by page', async () => {
  const { store, engine, upload, say, list } = await open()
  const [one, other] = [await writeChat(store), await writeChat(store)]
  const [notes, photo] = [await upload('notes', 'notes.txt'), await upload('photo', 'photo.png')]
  const first = await say(one, null, [notes])
  await say(other, null, [photo, notes])
  await say(one, first.answerId, [])
  const names = (page: Awaited<ReturnType<typeof list>>) =>
    page.attachments.map(({ file, chatId }) => [file.name, chatId])
  expect(names(await list())).toEqual([
    ['photo.png', other],
    ['notes.txt', other],
    ['notes.txt', one],
  ])
  expect(names(await list({ chat: one }))).toEqual([['notes.txt', one]])
  expect(names(await list({ kind: 'image' }))).toEqual([['photo.png', other]])
  expect(names(await list({ before: 0 }))).toEqual([])
  const page = await list({ limit: 1 })
  expect([page.attachments.length, names(await list({ limit: 1, after: page.next ?? '' }))]).toEqual([
    2,
    [['notes.txt', one]],
  ])
  await engine.close()
})

it('[W4] [C8] says which were removed from their chat, and which of those are gone for good', async () => {
  const { store, engine, upload, say, list } = await open()
  const chatId = await writeChat(store)
  const files = [await upload('a', 'a.txt'), await upload('b', 'b.txt')]
  const { messageId } = await say(chatId, null, files)
  const [a, b] = files.map(({ blob }) => ({ messageId, blob }))
  if (a === undefined || b === undefined) throw new Error('two files were sent')
  await engine.releaseAttachments({ key: newKey(), chatId, act: 'release', attachments: [a] })
  await engine.releaseAttachments({ key: newKey(), chatId, act: 'delete', attachments: [b] })
  const states = async () => (await list()).attachments.map(({ file, released, there }) => [file.name, released, there])
  expect(await states()).toEqual([
    ['a.txt', true, true],
    ['b.txt', true, false],
  ])
  await engine.releaseAttachments({ key: newKey(), chatId, act: 'restore', attachments: [a] })
  expect((await states())[0]).toEqual(['a.txt', false, true])
  await engine.deleteChat({ key: newKey(), chatId })
  expect(await states()).toEqual([])
  await engine.close()
})
