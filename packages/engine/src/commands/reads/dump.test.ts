import { answered, asked, createHistoryBuilder } from '@stet/history/testing'
import { expect, it } from 'vitest'
import { openMemoryHome, openTestEngine, writeHistory } from '../../testing/index.ts'

it('[H9] a dump holds the chat and its messages on every branch, as stored', async () => {
  const home = openMemoryHome()
  const history = createHistoryBuilder()
  const question = history.add(null, asked('Which?'))
  const ids = [question, history.add(question, answered('One.')), history.add(question, answered('Another.'))]
  await writeHistory(home.store, { chat: history.chat(), messages: history.messages() })
  const { engine } = await openTestEngine(home)
  const { chat, messages } = await engine.dump(history.chatId)
  expect(chat.id).toBe(history.chatId)
  const dumped: string[] = []
  for await (const { id } of messages) dumped.push(id)
  expect(dumped).toEqual(ids)
  await expect(engine.dump('chat_missing')).rejects.toMatchObject({ code: 'chat-not-found' })
  await engine.close()
})
