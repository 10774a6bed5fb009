import { createFiles } from '@stet/files'
import type { ModelRequest } from '@stet/history'
import { ATTACHMENTS_SHELF, blobId, CHATS_SHELF, type Store, toAttachmentPut } from '@stet/store'
import { expect, it } from 'vitest'
import {
  createScriptedModels,
  newKey,
  openMemoryHome,
  openPage,
  openTestEngine,
  saying,
  writeChat,
} from '../../testing/index.ts'

async function upload(
  store: Store,
  text: string,
  { mediaType = 'text/plain', extracted = null as string | null } = {},
) {
  const bytes = new TextEncoder().encode(text)
  const id = await blobId(bytes)
  await store.blobs.put(id, bytes, 1)
  const kept = extracted === null ? null : new TextEncoder().encode(extracted)
  const textBlob = kept && (await blobId(kept))
  if (kept && textBlob) await store.blobs.put(textBlob, kept, 1)
  const found = textBlob && { blob: textBlob, characters: extracted?.length ?? 0 }
  await store.write([
    toAttachmentPut({ id, name: 'a', mediaType, size: bytes.length, at: 1, extracted: found || null }, 0),
  ])
  return id
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
  return { ...home, engine, chatId, requests }
}

it('[C13] the text of an attachment and of a workspace file goes with every request, as it was when it was chosen', async () => {
  const { engine, store, chatId, requests } = await open()
  const { workspaceId } = (await engine.view(chatId)).chat
  const files = createFiles({
    store,
    clock: () => 1,
    randomBytes: bytes => crypto.getRandomValues(new Uint8Array(bytes)),
  })
  const pdf = await upload(store, '%PDF-', { mediaType: 'application/pdf', extracted: 'Tides.' })
  const write = (text: string) =>
    files.of(workspaceId).write('/notes.md', new TextEncoder().encode(text), { expect: 'any', by: { kind: 'user' } })
  const { blob } = await write('Buy milk.')
  const documents = [
    { blob: pdf, name: 'tides.pdf', path: null },
    { blob: blob ?? '', name: 'notes.md', path: '/notes.md' },
  ]
  await engine.changeDocuments({ key: newKey(), chatId, documents })
  await write('Buy bread.')
  const page = openPage(engine, chatId)
  const sent = await engine.send({ key: newKey(), chatId, parentId: null, text: 'Read them.' })
  await page.until(view => view.path.some(message => message.id === sent.answerId))
  page.leave()
  expect(
    requests[0]?.system.map(({ text }) =>
      text
        .split('\n')
        .filter(line => line !== '')
        .at(-2),
    ),
  ).toEqual(expect.arrayContaining(['Tides.', 'Buy milk.']))
  const { report } = await engine.inspect({ chatId, context: null, text: '' })
  expect(report.system.filter(({ kind }) => kind === 'document').map(({ name }) => name)).toEqual([
    'tides.pdf',
    'notes.md',
  ])
  await engine.close()
})

it('[C13] [FS-11] a chat keeps the bytes of its documents, and a file without text is refused', async () => {
  const { engine, store, chatId } = await open()
  const [notes, picture] = [await upload(store, 'Notes'), await upload(store, 'pixels', { mediaType: 'image/png' })]
  await engine.changeDocuments({ key: newKey(), chatId, documents: [{ blob: notes, name: 'notes.txt', path: null }] })
  expect((await store.get(CHATS_SHELF, chatId))?.refs).toContain(`blob:${notes}`)
  const refused = engine.changeDocuments({
    key: newKey(),
    chatId,
    documents: [{ blob: picture, name: 'cat.png', path: null }],
  })
  await expect(refused).rejects.toMatchObject({
    code: 'invalid',
    message: 'There is no text in cat.png that a model could read.',
  })
  const large = await upload(store, 'x'.repeat(1_500_000))
  await expect(
    engine.changeDocuments({ key: newKey(), chatId, documents: [{ blob: large, name: 'log.txt', path: null }] }),
  ).rejects.toMatchObject({ message: 'A document can have 1 million characters; log.txt has 1.5 million.' })
  expect((await engine.view(chatId)).chat.settings.documents).toEqual([{ blob: notes, name: 'notes.txt', path: null }])
  expect(await store.get(ATTACHMENTS_SHELF, notes)).not.toBeNull()
  await engine.close()
})
