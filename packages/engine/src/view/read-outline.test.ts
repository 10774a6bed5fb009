import { type Chat, type MessageId, pathOf, treeOf } from '@stet/history'
import {
  answered,
  asked,
  called,
  chatHistories,
  createHistoryBuilder,
  type HistoryBuilder,
  resulted,
} from '@stet/history/testing'
import { createMemoryDatabase, type Store, toMessagePut } from '@stet/store'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createOutlines } from '../record/outlines.ts'
import {
  createScriptedModels,
  openMemoryHome,
  openPage,
  openTestEngine,
  saying,
  writeChat,
  writeHistory,
} from '../testing/index.ts'
import { findMoment, type OutlinePage, readOutline } from './read-outline.ts'

const nobody = { drafts: () => [] }

/** A store with a chat in it, and how many bodies were read from it. */
async function storeWith(builder: HistoryBuilder, fields: Partial<Chat> = {}) {
  const store = createMemoryDatabase().openStore('owner')
  const chatId = await writeChat(store, { id: builder.chatId, ...fields })
  const puts = builder.messages().flatMap(message => (message.role === 'unreadable' ? [] : [toMessagePut(message)]))
  for (let at = 0; at < puts.length; at += 1000) await store.write(puts.slice(at, at + 1000))
  const opened = { bodies: 0 }
  const counted: Store = {
    ...store,
    async list(shelf, query) {
      const page = await store.list(shelf, query)
      opened.bodies += page.rows.length
      return page
    },
    async getMany(shelf, ids) {
      opened.bodies += ids.length
      return store.getMany(shelf, ids)
    },
  }
  return { deps: { store: counted, live: nobody, outlines: createOutlines(counted) }, chatId, opened }
}

function words({ turns }: OutlinePage) {
  return turns.map(({ question, answer, branches }) => [
    question?.words ?? null,
    answer?.words ?? null,
    ...branches.map(({ message, messages }) => `${message.words} (${messages})`),
  ])
}

describe('the outline of a chat', () => {
  it('[H4] lists turns by their first words, with steps folded and branches where they part', async () => {
    const history = createHistoryBuilder()
    const first = history.add(null, asked('Which mosses\n\ngrow  here?'))
    const call = history.ids.call()
    const step = history.add(first, called([call]))
    const results = history.add(step, resulted([call]))
    const answer = history.add(results, answered('Many.'))
    const other = history.add(results, answered('Few.'))
    const below = history.add(other, asked('Which?'))
    history.add(below, answered('Bryum.'))
    const second = history.add(answer, asked('And lichens?'))
    history.add(second, answered('Some.'))
    history.add(first, { role: 'system-title', parts: [{ kind: 'text', text: 'an aside' }] })
    const { deps, chatId } = await storeWith(history)
    const page = await readOutline(deps, { chatId })
    expect(words(page)).toEqual([
      ['Which mosses grow here?', 'Many.', 'Few. (3)'],
      ['And lichens?', 'Some.'],
    ])
    expect([page.total, page.parting, page.turns[0]?.answer?.model]).toEqual([
      2,
      [[0, 1]],
      { definition: 'demo', model: 'demo' },
    ])
    const branch = await readOutline(deps, { chatId, branch: other })
    expect(words(branch)).toEqual([
      [null, 'Few.'],
      ['Which?', 'Bryum.'],
    ])
    expect(branch.parting).toEqual([])
    await expect(readOutline(deps, { chatId, branch: `msg_${'z'.repeat(32)}` })).rejects.toMatchObject({
      code: 'message-not-found',
    })
  })

  it('[H4] has every message on exactly one line, and the shown path on the first', async () => {
    await fc.assert(
      fc.asyncProperty(chatHistories({ maxActs: 25 }), async ({ chat, messages }) => {
        const store = createMemoryDatabase().openStore('owner')
        await writeHistory(store, { chat, messages })
        const deps = { store, live: nobody, outlines: createOutlines(store) }
        const seen: MessageId[] = []
        const lines: (MessageId | undefined)[] = [undefined]
        for (const branch of lines) {
          const page = await readOutline(deps, { chatId: chat.id, ...(branch === undefined ? {} : { branch }) })
          expect(page.turns).toHaveLength(page.total)
          for (const { question, answer, branches } of page.turns) {
            seen.push(...[question, answer].flatMap(message => (message === null ? [] : [message.id])))
            lines.push(...branches.map(({ first }) => first))
          }
          if (branch === undefined) {
            const said = pathOf(treeOf(messages), chat).filter(({ role }) => role === 'user')
            expect(page.turns.flatMap(({ question }) => question?.id ?? [])).toEqual(said.map(({ id }) => id))
          }
        }
        expect(new Set(seen).size).toBe(seen.length)
        const users = messages.filter(({ role }) => role === 'user').map(({ id }) => id)
        expect(users.filter(id => !seen.includes(id))).toEqual([])
      }),
      { numRuns: 40 },
    )
  })

  it('[V3] of a long chat is read in pages below 300 kB, and opens no body twice', async () => {
    const history = createHistoryBuilder()
    const long = '苔'.repeat(400)
    let last: MessageId | null = null
    for (let turn = 0; turn < 2_000; turn += 1) {
      const question: MessageId = history.add(last, asked(`${turn} ${long}`))
      last = history.add(question, answered(long))
    }
    for (let branch = 0; branch < 30; branch += 1) history.add(null, asked(`${branch} ${long}`))
    const { deps, chatId, opened } = await storeWith(history, { tip: last })
    const page = await readOutline(deps, { chatId, around: last ?? 'msg_' })
    expect([page.from, page.turns.length, page.total, page.at]).toEqual([1_950, 50, 2_000, 1_999])
    expect(opened.bodies).toBeGreaterThan(4_000)
    const before = opened.bodies
    const first = await readOutline(deps, { chatId, from: 0 })
    expect([first.turns[0]?.branches.length, first.turns[0]?.unlisted, first.parting]).toEqual([12, 18, [[0, 13]]])
    // Only where the path ends is looked up.
    expect(opened.bodies - before).toBeLessThan(100)
    for (const each of [page, first]) expect(new Blob([JSON.stringify(each)]).size).toBeLessThan(300_000)
  })

  it('[H7] forgets what was deleted and takes up what was added', async () => {
    const home = openMemoryHome()
    const chatId = await writeChat(home.store, { title: { text: 'Named', by: 'person' } })
    const { engine } = await openTestEngine(home, { models: createScriptedModels(() => saying('Yes.')) })
    const watched = openPage(engine, chatId)
    const sent = await engine.send({ key: 'one', chatId, parentId: null, text: 'One?' })
    await watched.untilEnded(sent.runId)
    expect(words(await engine.outline({ chatId }))).toEqual([['One?', 'Yes.']])
    const next = await engine.send({ key: 'two', chatId, parentId: sent.answerId, text: 'Two?' })
    await watched.untilEnded(next.runId)
    watched.leave()
    const both = await engine.outline({ chatId })
    expect(words(both)).toEqual([
      ['One?', 'Yes.'],
      ['Two?', 'Yes.'],
    ])
    const second = both.turns[1]?.question?.id ?? 'msg_'
    await engine.deleteMessage({ key: 'delete', chatId, messageId: second })
    expect(words(await engine.outline({ chatId }))).toEqual([['One?', 'Yes.']])
    await engine.close()
  })
})

it('[V3] a date leads to the first message of the branch at or after it, in the order of the branch', async () => {
  const history = createHistoryBuilder()
  const first = history.add(null, asked('One'))
  const second = history.add(first, answered('Two'))
  history.add(second, asked('Three'))
  const { deps, chatId } = await storeWith(history)
  const at = 1_700_000_000_000
  const range = { first: at + 1000, last: at + 3000 }
  expect(await findMoment(deps, chatId, 0)).toEqual({ message: { id: first, at: at + 1000 }, ...range })
  expect(await findMoment(deps, chatId, at + 1001)).toEqual({ message: { id: second, at: at + 2000 }, ...range })
  expect(await findMoment(deps, chatId, at + 3001)).toEqual({ message: null, ...range })
  const empty = await storeWith(createHistoryBuilder(1))
  expect(await findMoment(empty.deps, empty.chatId, 0)).toEqual({ message: null, first: null, last: null })
})
