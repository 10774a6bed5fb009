import type { ChatId, MessageId } from '@stet/history'
import { type Store, toMessagePut } from '@stet/store'
import { expect, it } from 'vitest'
import { openMemoryHome, writeChat } from '../../testing/index.ts'
import { createAnnouncedRoots } from './environment.ts'

async function open() {
  const { store } = openMemoryHome()
  const chatId = await writeChat(store)
  let pages = 0
  const list: Store['list'] = (shelf, query) => {
    pages += 1
    return store.list(shelf, query)
  }
  const announced = createAnnouncedRoots({ ...store, list })
  /** What was announced up to a message, and how many pages were read for it. */
  async function at(id: MessageId | null) {
    const before = pages
    return [await announced.at(chatId, id), pages - before]
  }
  return { store, chatId, at }
}

async function note(store: Store, chatId: ChatId, parentId: MessageId | null, roots: readonly string[]) {
  const id: MessageId = `msg_note${roots.length}`
  const place = { id, chatId, parentId, at: 0, copiedFrom: null }
  await store.write([toMessagePut({ ...place, role: 'env-changed', roots, added: roots, removed: [], directives: [] })])
  return id
}

/** Messages one below the other; gives the last. */
async function say(store: Store, chatId: ChatId, below: MessageId | null, names: readonly string[]) {
  let parentId = below
  for (const name of names) {
    const place = { id: `msg_${name}`, chatId, parentId, at: 0, copiedFrom: null } as const
    await store.write([toMessagePut({ ...place, role: 'user', parts: [{ kind: 'text', text: name }] })])
    parentId = place.id
  }
  return parentId
}

const names = (prefix: string, count: number) => Array.from({ length: count }, (_, index) => `${prefix}${index}`)

it('[H8] does not read the path of a chat in which nothing was ever exposed', async () => {
  const { store, chatId, at } = await open()
  const last = await say(store, chatId, null, names('a', 500))
  expect([await at(last), await at(null)]).toEqual([
    [[], 1],
    [[], 0],
  ])
})

it('[H8] reads a long path once, and then only what came since', async () => {
  const { store, chatId, at } = await open()
  const first = await note(store, chatId, null, ['/app'])
  const last = await say(store, chatId, first, names('a', 1000))
  expect(await at(last)).toEqual([['/app'], 7])
  const later = await say(store, chatId, last, ['one', 'two'])
  expect(await at(later)).toEqual([['/app'], 2])
})

it('[H8] [H4] knows what was announced on each branch', async () => {
  const { store, chatId, at } = await open()
  const root = await say(store, chatId, null, ['root'])
  const announced = await note(store, chatId, root, ['/app'])
  const below = await say(store, chatId, announced, ['below'])
  const beside = await say(store, chatId, root, ['beside'])
  expect([(await at(root))[0], (await at(below))[0], (await at(beside))[0]]).toEqual([[], ['/app'], []])
})
