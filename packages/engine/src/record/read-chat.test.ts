import { expect, it } from 'vitest'
import { openMemoryHome, writeChat } from '../testing/index.ts'
import { readChat } from './read-chat.ts'
import { putInPlace } from './update-chat.ts'

it('reads a chat as it is now, and never the same settings twice: a run keeps its tools by them', async () => {
  const { store } = openMemoryHome()
  const chatId = await writeChat(store, { title: { text: 'First', by: 'person' } })
  const one = await readChat(store, chatId)
  const other = await readChat(store, chatId)
  expect(other).toEqual(one)
  expect(other.chat.settings).not.toBe(one.chat.settings)
  await store.write([putInPlace(one, { ...one.chat, title: { text: 'Other', by: 'person' } })])
  expect(await readChat(store, chatId)).toEqual({
    chat: { ...one.chat, title: { text: 'Other', by: 'person' } },
    version: one.version + 1,
    order: one.order,
  })
  expect((await readChat(openMemoryHome().store, chatId).catch(error => error)).code).toBe('chat-not-found')
})
