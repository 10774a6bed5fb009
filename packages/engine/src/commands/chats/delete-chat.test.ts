import { makeId } from '@stet/history'
import { CHATS_SHELF, MESSAGES_SHELF } from '@stet/store'
import { expect, it } from 'vitest'
import {
  createScriptedModels,
  hanging,
  openMemoryHome,
  openTestEngine,
  type TestHome,
  writeChat,
} from '../../testing/index.ts'

/** An engine whose wait for an undo ends when the test says so. */
async function openWaiting(home: TestHome, parts: Parameters<typeof openTestEngine>[1] = {}) {
  const waits: { readonly ms: number; readonly end: () => void }[] = []
  const opened = await openTestEngine(home, {
    pause: (ms, signal) => {
      const { promise, resolve } = Promise.withResolvers<void>()
      waits.push({ ms, end: resolve })
      signal.addEventListener('abort', () => resolve())
      return promise
    },
    ...parts,
  })
  return { ...opened, waits }
}

async function openAnswered(home: TestHome) {
  const chatId = await writeChat(home.store, { title: { text: 'Named', by: 'person' } })
  const opened = await openWaiting(home)
  await opened.engine.send({ key: 'ask', chatId, text: 'Hello', parentId: null })
  await expect.poll(async () => (await opened.engine.view(chatId)).path.at(-1)?.role).toBe('assistant')
  await expect.poll(() => opened.engine.isRunning(chatId)).toBe(false)
  return { ...opened, chatId }
}

const isGone = async ({ store }: TestHome, chatId: string) =>
  (await store.get(CHATS_SHELF, chatId)) === null &&
  (await store.list(MESSAGES_SHELF, { by: { parent: chatId }, limit: 10 })).rows.length === 0

it('[W3] hides a deleted chat at once, and deletes its rows ten seconds later', async () => {
  const home = openMemoryHome()
  const { engine, waits, chatId } = await openAnswered(home)
  const { deleteAt } = await engine.deleteChat({ key: 'delete', chatId })
  expect((await engine.view(chatId)).chat.deleteAt).toBe(deleteAt)
  await expect(engine.send({ key: 'more', chatId, text: 'More', parentId: null })).rejects.toMatchObject({
    code: 'chat-not-found',
  })
  expect(await isGone(home, chatId)).toBe(false)
  const [wait] = waits
  expect(wait?.ms).toBeGreaterThan(9_000)
  expect(wait?.ms).toBeLessThanOrEqual(10_000)
  wait?.end()
  await expect.poll(() => isGone(home, chatId)).toBe(true)
  await expect(engine.restoreChat({ key: 'late', chatId })).rejects.toMatchObject({ code: 'chat-not-found' })
  await engine.close()
})

it('[W3] [T7] background jobs end with their chat, once that cannot be restored any more', async () => {
  const home = openMemoryHome()
  const chatId = await writeChat(home.store, {})
  const stopped: string[] = []
  const { engine, waits } = await openWaiting(home, {
    jobs: { stopAll: async id => void stopped.push(id) },
  })
  await engine.deleteChat({ key: 'delete', chatId })
  expect(stopped).toEqual([])
  waits[0]?.end()
  await expect.poll(() => stopped).toEqual([chatId])
  await engine.close()
})

it('[W3] restores a deleted chat whole and where it was', async () => {
  const home = openMemoryHome()
  const { engine, waits, chatId } = await openAnswered(home)
  await engine.placeChat({ key: 'pin', chatId, place: 'pinned' })
  const before = await engine.view(chatId)
  const order = (await home.store.get(CHATS_SHELF, chatId))?.order
  await engine.deleteChat({ key: 'delete', chatId })
  await engine.restoreChat({ key: 'undo', chatId })
  waits[0]?.end()
  expect(await engine.view(chatId)).toEqual(before)
  expect((await home.store.get(CHATS_SHELF, chatId))?.order).toBe(order)
  await engine.send({ key: 'more', chatId, text: 'More', parentId: before.path.at(-1)?.id ?? null })
  await expect.poll(async () => (await engine.view(chatId)).path.length).toBe(before.path.length + 2)
  await engine.close()
})

it('[W3] deletes after a restart what the killed process had not deleted, and keeps what was restored', async () => {
  const home = openMemoryHome()
  const { engine, chatId } = await openAnswered(home)
  const other = await writeChat(home.store)
  await engine.deleteChat({ key: 'one', chatId })
  await engine.deleteChat({ key: 'two', chatId: other })
  await engine.restoreChat({ key: 'back', chatId: other })
  // The process is killed: nothing of it runs on.
  await engine.close()
  expect(await isGone(home, chatId)).toBe(false)

  const next = await openWaiting(home, { boot: makeId('boot', new Uint8Array(20)) })
  await expect(next.engine.send({ key: 'more', chatId, text: 'More', parentId: null })).rejects.toMatchObject({
    code: 'chat-not-found',
  })
  next.waits[0]?.end()
  await expect.poll(() => isGone(home, chatId)).toBe(true)
  expect(next.waits).toHaveLength(1)
  expect((await next.engine.view(other)).chat.deleteAt).toBe(null)
  await next.engine.close()
})

it('[W3] stops what runs in a chat that is deleted', async () => {
  const home = openMemoryHome()
  const chatId = await writeChat(home.store)
  const { engine } = await openWaiting(home, { models: createScriptedModels(hanging) })
  await engine.send({ key: 'ask', chatId, text: 'Hello', parentId: null })
  await engine.deleteChat({ key: 'delete', chatId })
  expect(engine.isRunning(chatId)).toBe(false)
  await engine.close()
})

it('[W3] a deletion given twice with one key answers the same', async () => {
  const home = openMemoryHome()
  const { engine, chatId } = await openAnswered(home)
  const first = await engine.deleteChat({ key: 'delete', chatId })
  expect(await engine.deleteChat({ key: 'delete', chatId })).toEqual(first)
  expect(await engine.deleteChat({ key: 'another', chatId })).toEqual(first)
  await engine.close()
})
