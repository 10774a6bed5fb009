import { writeHistory } from '@stet/engine/testing'
import type { Chat } from '@stet/history'
import { answered, asked, createHistoryBuilder } from '@stet/history/testing'
import {
  chatSearchSource,
  createMemoryDatabase,
  messageSearchSource,
  type SearchableStore,
  toSearchTerms,
} from '@stet/store'
import { expect, it } from 'vitest'
import { type SearchChatsQuery, searchChats, toolSearchOf } from './search.ts'
import { naughtyStrings } from './testing/naughty-strings.ts'

/** When the messages of a history builder were sent: 14 November 2023. */
const SENT = 1_700_000_000_000
const DAY = 24 * 60 * 60 * 1000

function openStore(): SearchableStore {
  return createMemoryDatabase({ search: [messageSearchSource, chatSearchSource] }).openStore('owner')
}

function find(store: SearchableStore, query: Partial<SearchChatsQuery>) {
  return searchChats(
    { store, search: store.search, clock: () => SENT + 30 * DAY },
    { text: '', workspaceId: null, chatId: null, role: null, from: null, to: null, limit: 10, before: null, ...query },
  )
}

async function found(store: SearchableStore, query: Partial<SearchChatsQuery>): Promise<readonly string[]> {
  return (await find(store, query)).found.map(({ messageId, chatId }) => messageId ?? chatId)
}

let chats = 0

/** A chat with a question and an answer. */
async function write(store: SearchableStore, question: string, answer: string, changes: Partial<Chat> = {}) {
  chats += 1
  const history = createHistoryBuilder(chats)
  const said = history.add(null, asked(question))
  const reply = history.add(said, answered(answer))
  const chat = history.chat(changes)
  await writeHistory(store, { chat, messages: history.messages() })
  return { chat, said, reply }
}

it('[W3] finds messages and titles, with the match in context', async () => {
  const store = openStore()
  const { chat, said } = await write(store, 'Which mosses grow here?', 'Many.', {
    title: { text: 'Moss on walls', by: 'model' },
  })
  const page = await find(store, { text: 'moss' })
  expect(page).toEqual({
    found: [
      {
        chatId: chat.id,
        title: chat.title,
        workspaceId: chat.workspaceId,
        messageId: said,
        role: 'user',
        at: SENT + 1000,
        snippet: { text: 'Which mosses grow here?', marks: [[6, 12]] },
      },
      {
        chatId: chat.id,
        title: chat.title,
        workspaceId: chat.workspaceId,
        messageId: null,
        role: null,
        at: chat.activeAt,
        snippet: { text: 'Moss on walls', marks: [[0, 4]] },
      },
    ],
    next: null,
    index: { kind: 'current', skipped: 0 },
  })
})

it('[W3] is narrowed to a role, a chat, a workspace and dates', async () => {
  const store = openStore()
  const one = await write(store, 'fern', 'A fern.')
  const other = await write(store, 'fern', 'Another fern.')
  expect(await found(store, { text: 'fern', role: 'assistant' })).toEqual([other.reply, one.reply])
  expect(await found(store, { text: 'fern', chatId: one.chat.id })).toEqual([one.reply, one.said])
  expect(await found(store, { text: 'fern', workspaceId: other.chat.workspaceId })).toEqual([other.reply, other.said])
  expect(await found(store, { text: 'fern', from: SENT + 1500 })).toEqual([other.reply, one.reply])
  expect(await found(store, { text: 'fern', from: SENT - DAY, to: SENT + 1500 })).toEqual([other.said, one.said])
  expect(await found(store, { text: 'fern', from: SENT + DAY })).toEqual([])
  expect(await found(store, { text: 'fern', to: SENT })).toEqual([])
})

it('[W3] leaves out chats of sub-agents and deleted chats, and fills the page with the others', async () => {
  const store = openStore()
  const kept = await write(store, 'lichen', 'A lichen.')
  for (let index = 0; index < 20; index += 1) {
    await write(store, 'lichen', 'Hidden lichen.', { calledBy: { chatId: kept.chat.id, callId: 'call_a' } })
    await write(store, 'lichen', 'Deleted lichen.', { deleteAt: 5, title: { text: 'lichen', by: 'model' } })
  }
  expect(await found(store, { text: 'lichen', limit: 2 })).toEqual([kept.reply, kept.said])
})

it('[W3] reads a bounded number of hits for a page, and the next page continues', async () => {
  const store = openStore()
  const kept = await write(store, 'lichen', 'Old.')
  const history = createHistoryBuilder(9_000)
  for (let index = 0; index < 450; index += 1) history.add(null, asked('lichen'))
  const hidden = history.chat({ calledBy: { chatId: kept.chat.id, callId: 'call_a' } })
  await writeHistory(store, { chat: hidden, messages: history.messages() })
  const first = await find(store, { text: 'lichen' })
  expect([first.found, first.next === null]).toEqual([[], false])
  expect(await found(store, { text: 'lichen', before: first.next })).toEqual([kept.said])
})

it('[W3] [FH-5] finds each of the naughty strings by each of its words, and answers any of them as a search', async () => {
  const store = openStore()
  const written = []
  for (const text of naughtyStrings) written.push({ text, ...(await write(store, text, '.')) })
  for (const { text, said, chat } of written) {
    await find(store, { text: text.slice(0, 500) })
    for (const term of toSearchTerms(text).slice(0, 5)) {
      expect([term, await found(store, { text: term, chatId: chat.id })]).toEqual([term, [said]])
    }
  }
})

it.each([
  ['Chinese', '我们在北京大学学习自然语言处理', '自然语言'],
  ['Japanese', '東京都に住んでいます', '住んで'],
  ['Korean', '사회과학원 어학연구소', '사회'],
  ['Thai', 'ภาษาไทยไม่มีช่องว่างระหว่างคำ', 'ช่องว่าง'],
  ['Arabic without its vowel signs', 'كتب مُحَمَّدٌ رسالة', 'محمد'],
  ['Hebrew without its points', 'בְּרֵאשִׁית בָּרָא אֱלֹהִים', 'בראשית'],
])('[W3] finds %s', async (_name, text, search) => {
  const store = openStore()
  const { said } = await write(store, text, '.')
  expect(await found(store, { text: search })).toEqual([said])
  const [hit] = (await find(store, { text: search })).found
  expect(hit?.snippet.marks.length).toBeGreaterThan(0)
})

it('[T9] a tool finds what was said in its own workspace, page by page', async () => {
  const store = openStore()
  const { chat, said, reply } = await write(store, 'Which mosses?', 'Wall moss.', { title: null })
  await write(store, 'Moss elsewhere?', 'No.', { workspaceId: 'ws_other' })
  const search = toolSearchOf({ store, search: store.search, clock: () => SENT }, chat.workspaceId)
  const first = await search.find({ words: 'moss', limit: 1, before: null })
  const second = await search.find({ words: 'moss', limit: 1, before: first.next })
  const place = { chatId: chat.id, title: null }
  expect([first.found, second.found, first.isPartial]).toEqual([
    [{ ...place, messageId: reply, role: 'assistant', at: SENT + 2000, excerpt: 'Wall moss.' }],
    [{ ...place, messageId: said, role: 'user', at: SENT + 1000, excerpt: 'Which mosses?' }],
    false,
  ])
})
