import type { ChatId, FilePart, MessageId, ModelRequest, Part } from '@stet/history'
import { blobId, MESSAGES_SHELF, type Store, toAttachmentPut } from '@stet/store'
import { expect, it } from 'vitest'
import {
  beginning,
  createScriptedModels,
  openMemoryHome,
  openPage,
  openTestEngine,
  saying,
  untilStopped,
  writeChat,
} from '../../testing/index.ts'

const DAY = 24 * 60 * 60 * 1000

async function upload(store: Store, text: string, name: string): Promise<FilePart> {
  const bytes = new TextEncoder().encode(text)
  const id = await blobId(bytes)
  await store.blobs.put(id, bytes, 1)
  const record = { id, name, mediaType: 'text/plain', size: bytes.length, at: 1, extracted: null }
  await store.write([toAttachmentPut(record, 0)])
  return { kind: 'file', blob: id, name, mediaType: 'text/plain', size: bytes.length }
}

async function open() {
  const home = openMemoryHome()
  const chatId = await writeChat(home.store)
  const requests: ModelRequest[] = []
  const models = createScriptedModels(({ request }) => {
    requests.push(request)
    return saying('An answer.')
  })
  const { engine } = await openTestEngine(home, { models })
  async function answered(parentId: MessageId | null, text: string, attachments: readonly FilePart[]) {
    const page = openPage(engine, chatId)
    const named = attachments.map(({ blob, name }) => ({ blob, name }))
    const sent = await engine.send({ key: text, chatId, parentId, text, attachments: named })
    await page.until(view => view.path.some(message => message.id === sent.answerId))
    page.leave()
    return sent
  }
  const partsOf = async (id: MessageId) =>
    (await engine.view(chatId)).path.flatMap((message): readonly Part[] =>
      message.id === id && message.role === 'user' ? message.parts : [],
    )
  return { ...home, engine, chatId, answered, partsOf, requests }
}

const refsOf = async (store: Store, id: MessageId) => (await store.get(MESSAGES_SHELF, id))?.refs

it('[W4] a message is sent with its files, under the names it gives them, each once', async () => {
  const { store, answered, partsOf, requests } = await open()
  const ferns = await upload(store, 'Ferns', 'ferns.txt')
  const sent = await answered(null, 'Read', [ferns, { ...ferns, name: '../x.txt' }])
  const named = { ...ferns, name: '_x.txt' }
  expect(await partsOf(sent.messageId)).toEqual([named, { kind: 'text', text: 'Read' }])
  expect(await refsOf(store, sent.messageId)).toContain(`blob:${ferns.blob}`)
  expect(requests[0]?.messages).toMatchObject([{ parts: [named, { kind: 'text', text: 'Read' }] }])
  const alone = await answered(sent.answerId, ' ', [ferns])
  expect(await partsOf(alone.messageId)).toEqual([ferns])
})

it('[W4] [H4] editing a message keeps its files', async () => {
  const { store, engine, chatId, answered, partsOf } = await open()
  const ferns = await upload(store, 'Ferns', 'ferns.txt')
  const first = await answered(null, 'Read', [ferns])
  const edited = await answered(null, 'Read again', [ferns])
  expect(await partsOf(edited.messageId)).toEqual([ferns, { kind: 'text', text: 'Read again' }])
  expect((await engine.view(chatId)).siblings[edited.messageId]).toEqual([first.messageId, edited.messageId])
  expect((await store.usage()).blobs).toBeGreaterThan(0)
})

it('[W4] [FS-11] a file that is gone is named, and nothing is written', async () => {
  const { store, engine, chatId } = await open()
  const ferns = await upload(store, 'Ferns', 'ferns.txt')
  const send = () =>
    engine.send({
      key: 'k',
      chatId,
      parentId: null,
      text: 'Read',
      attachments: [{ blob: ferns.blob, name: 'ferns.txt' }],
    })
  await store.blobs.sweep(2 * DAY)
  await expect(send()).rejects.toMatchObject({ code: 'attachment-gone', field: 'attachments' })
  await store.blobs.sweep(2 * DAY)
  await expect(send()).rejects.toMatchObject({
    code: 'attachment-gone',
    message: 'ferns.txt is no longer here; attach it again',
  })
  expect((await engine.view(chatId)).path).toEqual([])
})

it('[W4] [R10] a message that waits keeps its files, and gives them back', async () => {
  const home = openMemoryHome()
  const chatId: ChatId = await writeChat(home.store)
  const ferns = await upload(home.store, 'Ferns', 'ferns.txt')
  const models = createScriptedModels(async function* (call) {
    yield* beginning('…')
    await untilStopped(call)
  })
  const { engine } = await openTestEngine(home, { models })
  const first = await engine.send({ key: 'first', chatId, parentId: null, text: 'One' })
  const attachments = [{ blob: ferns.blob, name: ferns.name }]
  const waits = await engine.send({ key: 'w', chatId, parentId: first.answerId, text: '', attachments })
  expect(waits.waits).toBe(true)
  await home.store.blobs.sweep(2 * DAY)
  await home.store.blobs.sweep(2 * DAY)
  expect((await engine.view(chatId)).waiting).toMatchObject([{ text: '', files: [ferns] }])
  expect(await engine.withdraw({ key: 'back', chatId, messageId: waits.messageId })).toEqual({
    text: '',
    files: [ferns],
  })
  await engine.close()
})

it('[W4] [C8] a released file is replaced by a note, its message unchanged, and comes back while its bytes are there', async () => {
  const { store, engine, chatId, answered, partsOf, requests } = await open()
  const [ferns, moss] = [await upload(store, 'Ferns', 'ferns.txt'), await upload(store, 'Moss', 'moss.txt')]
  const sent = await answered(null, 'Read', [ferns, moss])
  const parts = await partsOf(sent.messageId)
  const attachments = [{ messageId: sent.messageId, blob: ferns.blob }]
  const release = (key: string, act: 'release' | 'delete' | 'restore') =>
    engine.releaseAttachments({ key, chatId, act, attachments })
  expect([await release('1', 'release'), await release('1', 'release'), await release('2', 'release')]).toEqual([
    { changed: 1 },
    { changed: 1 },
    { changed: 0 },
  ])
  expect(await partsOf(sent.messageId)).toEqual(parts)
  const again = await answered(sent.answerId, 'Again', [])
  expect(requests[1]?.messages[0]).toMatchObject({
    parts: [moss, { text: '<system-note>1 attachment(s) removed to save space.</system-note>\n\nRead' }],
  })
  await release('3', 'restore')
  await answered(again.answerId, 'Once more', [])
  expect(requests[2]?.messages[0]).toMatchObject({ parts })
})

it('[W4] [FS-11] deleted bytes go with the last reference, and forks are made without them', async () => {
  const { store, engine, chatId, answered } = await open()
  const ferns = await upload(store, 'Ferns', 'ferns.txt')
  const [one, other] = [await answered(null, 'Read', [ferns]), await answered(null, 'Read too', [ferns])]
  const release = (messageId: MessageId, act: 'delete' | 'restore') =>
    engine.releaseAttachments({
      key: `${act} ${messageId}`,
      chatId,
      act,
      attachments: [{ messageId, blob: ferns.blob }],
    })
  await release(one.messageId, 'delete')
  expect(await store.blobs.get(ferns.blob)).not.toBeNull()
  await release(other.messageId, 'delete')
  expect(await store.blobs.get(ferns.blob)).toBeNull()
  await expect(release(one.messageId, 'restore')).rejects.toMatchObject({ code: 'attachment-gone' })
  const fork = await engine.fork({ key: 'fork', chatId, messageId: other.answerId })
  expect((await engine.view(fork.chatId)).chat.marks).toMatchObject([{ kind: 'released', blob: ferns.blob }])
})

it('[W4] refuses to release what a message does not have', async () => {
  const { store, engine, chatId, answered } = await open()
  const ferns = await upload(store, 'Ferns', 'ferns.txt')
  const sent = await answered(null, 'Read', [ferns])
  const blob = 'b'.repeat(64)
  const wrong = [
    { messageId: sent.messageId, blob },
    { messageId: sent.answerId, blob: ferns.blob },
  ]
  for (const [at, attachment] of wrong.entries()) {
    const release = engine.releaseAttachments({ key: `${at}`, chatId, act: 'delete', attachments: [attachment] })
    await expect(release).rejects.toMatchObject({ code: 'message-not-found' })
  }
  expect((await engine.view(chatId)).chat.marks).toEqual([])
})
