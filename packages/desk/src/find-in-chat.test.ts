import { writeHistory } from '@stet/engine/testing'
import type { MessageId } from '@stet/history'
import { answered, asked, createHistoryBuilder } from '@stet/history/testing'
import { chatSearchSource, createMemoryDatabase, messageSearchSource } from '@stet/store'
import { expect, it } from 'vitest'
import { findInChat } from './find-in-chat.ts'

async function chatWith(turns: number) {
  const store = createMemoryDatabase({ search: [messageSearchSource, chatSearchSource] }).openStore('owner')
  const history = createHistoryBuilder()
  const path: MessageId[] = []
  for (let turn = 0; turn < turns; turn += 1) {
    path.push(history.add(path.at(-1) ?? null, asked(turn % 10 === 0 ? `Turn ${turn} has moss` : `Turn ${turn}`)))
    path.push(history.add(path.at(-1) ?? null, answered('Yes.')))
  }
  const beside = history.add(path[0] ?? null, answered('Moss on another branch'))
  const chat = history.chat({ title: { text: 'Moss', by: 'person' } })
  await writeHistory(store, { chat, messages: history.messages() })
  const deps = { store, search: store.search, shownPath: async () => path }
  return { deps, chatId: chat.id, path, beside }
}

it('[W3] finds words on every branch of a chat, newest first, and marks where they are on the shown one', async () => {
  const { deps, chatId, path, beside } = await chatWith(21)
  const found = await findInChat(deps, { chatId, text: 'mos', from: 0 })
  expect(found).toEqual({
    total: 4,
    isMore: false,
    from: 0,
    found: [
      { messageId: beside, place: null },
      { messageId: path[40], place: 40 / 41 },
      { messageId: path[20], place: 20 / 41 },
      { messageId: path[0], place: 0 },
    ],
    marks: [
      { place: 40 / 41, index: 1 },
      { place: 20 / 41, index: 2 },
      { place: 0, index: 3 },
    ],
    index: { kind: 'current', skipped: 0 },
  })
  expect((await findInChat(deps, { chatId, text: 'mos', from: 3 })).found).toEqual([{ messageId: path[0], place: 0 }])
  expect(await findInChat(deps, { chatId, text: 'fern', from: 0 })).toMatchObject({ total: 0, found: [], marks: [] })
})

it('[W3] of a word that is in thousands of messages answers a page, few marks and a bounded count', async () => {
  const { deps, chatId } = await chatWith(6_000)
  const found = await findInChat(deps, { chatId, text: 'yes', from: 4_950 })
  expect([found.total, found.isMore, found.found.length, found.marks.length < 202]).toEqual([5_000, true, 50, true])
  expect(JSON.stringify(found).length).toBeLessThan(30_000)
  await expect(findInChat(deps, { chatId, text: 'yes', from: 5_001 })).rejects.toMatchObject({ code: 'invalid' })
})
