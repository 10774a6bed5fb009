import {
  type ChatId,
  isAside,
  type Message,
  type MessageId,
  type Path,
  pathTo,
  shownLeaf,
  siblingsOf,
  treeOf,
} from '@stet/history'
import { asked, chatHistories, createHistoryBuilder } from '@stet/history/testing'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Put, ReadRow, Store } from '../../contract/store.ts'
import { createMemoryDatabase } from '../../memory/memory-store.ts'
import { MESSAGES_SHELF, toMessagePut, underRef } from '../messages.ts'
import { createNewestMessages, type NewestMessages } from './newest-messages.ts'
import { readChildren, readManyChildren, readManySiblingIds, readSiblingIds } from './read-children.ts'
import { findAbove, readNewestLeaf, readPath, readPathBackwards } from './read-path.ts'

const ALL = { limit: Number.POSITIVE_INFINITY }

/** Writes a chat with the orders it has; what reads as unreadable gets a body that nothing can read. */
async function storeWith(messages: readonly Message[]): Promise<Store> {
  const store = createMemoryDatabase().openStore('owner')
  if (messages.length > 0) await store.write(messages.map(toPut))
  return store
}

function toPut(message: Message): Put {
  const { order, ...rest } = message
  if (rest.role === 'unreadable') {
    const refs = [underRef(rest.chatId, rest.parentId)]
    const body = new Uint8Array([0])
    return { kind: 'put', shelf: MESSAGES_SHELF, id: rest.id, parent: rest.chatId, order, expect: 0, refs, body }
  }
  const put = toMessagePut(rest)
  return { ...put, order, refs: put.refs.filter(ref => !ref.startsWith('blob:')) }
}

/** A store that reports nothing of a row that it cannot open, as a sealed one does; and counts what it is asked. */
function forgetful(store: Store): Store & { readonly reads: () => number } {
  let reads = 0
  return {
    ...store,
    reads: () => reads,
    async get(shelf, id) {
      reads += 1
      const row = await store.get(shelf, id)
      return row === null ? null : forget(row)
    },
    async list(shelf, query) {
      reads += 1
      const page = await store.list(shelf, query)
      return { ...page, rows: page.rows.map(forget) }
    },
    async listMany(shelf, queries) {
      reads += 1
      const pages = await store.listMany(shelf, queries)
      return pages.map(page => ({ ...page, rows: page.rows.map(forget) }))
    },
    async listHeads(shelf, queries) {
      reads += 1
      return store.listHeads(shelf, queries)
    },
  }
}

function forget(row: Awaited<ReturnType<Store['list']>>['rows'][number]) {
  if (!('body' in row) || row.body.length > 1) return row
  const { body, ...rest } = row
  return { ...rest, refs: [], unreadable: 'the seal is broken' }
}

/** The whole path, with messages of earlier reads. */
async function pathFrom(store: Store, chatId: ChatId, leaf: MessageId | null, newest: NewestMessages): Promise<Path> {
  const path: Message[] = []
  for await (const { link, asides } of readPathBackwards(store, chatId, leaf, newest)) {
    path.unshift(...(link === null ? asides : [link, ...asides]))
  }
  return path
}

/** A message that cannot be read says why in the words of its codec. */
function withoutReasons(messages: readonly Message[]): readonly Message[] {
  return messages.map(message => (message.role === 'unreadable' ? { ...message, because: '' } : message))
}

describe('reading a path', () => {
  it('[H4] gives what the whole tree gives, broken rows included, and ends where the tree does', async () => {
    await fc.assert(
      fc.asyncProperty(
        chatHistories({ maxActs: 25, unreadable: true }),
        fc.boolean(),
        async ({ chat, messages }, sealed) => {
          const tree = treeOf(messages)
          const inner = await storeWith(messages)
          const store = sealed ? forgetful(inner) : inner
          const leaf = shownLeaf(tree, chat)?.id ?? null
          expect(await readNewestLeaf(store, chat.id, chat.tip)).toBe(leaf)
          const path = await readPath(store, chat.id, leaf, ALL)
          expect(withoutReasons(path)).toEqual(withoutReasons(pathTo(tree, leaf)))
        },
      ),
      { numRuns: 150 },
    )
  })

  it('[H4] finds the way to every link of a chat, and the branches beside it', async () => {
    await fc.assert(
      fc.asyncProperty(chatHistories({ maxActs: 12 }), async ({ chat, messages }) => {
        const tree = treeOf(messages)
        const store = await storeWith(messages)
        for (const [, links] of tree.links) {
          for (const link of links) {
            expect(await readPath(store, chat.id, link.id, ALL)).toEqual(pathTo(tree, link.id))
            expect(await readSiblingIds(store, link)).toEqual(siblingsOf(tree, link.id).siblings.map(({ id }) => id))
          }
        }
        const links = [...tree.links.values()].flat()
        const siblings = links.map(({ id }) => siblingsOf(tree, id).siblings.map(sibling => sibling.id))
        expect(await readManySiblingIds(store, chat.id, links)).toEqual(siblings)
        const parents = [null, ...links.map(({ id }) => id)]
        expect(await readManyChildren(store, chat.id, parents)).toEqual(
          await Promise.all(parents.map(parent => readChildren(store, chat.id, parent))),
        )
      }),
      { numRuns: 40 },
    )
  })

  it('[H4] of a long chat reads a page for every 200 messages, and only as far as asked', async () => {
    const builder = createHistoryBuilder()
    let last: MessageId | null = null
    for (let count = 0; count < 3000; count += 1) last = builder.add(last, asked(`${count}`))
    const store = forgetful(await storeWith(builder.messages()))
    const path = await readPath(store, builder.chatId, last, { limit: 100 })
    expect([path.length, store.reads()]).toEqual([100, 1])
    expect((await readPath(store, builder.chatId, last, ALL)).length).toBe(3000)
    expect(store.reads()).toBeLessThan(1 + 3000 / 200 + 3)
  })

  it('[H4] gives the same path from messages that were read before and after some were added, with fewer reads', async () => {
    await fc.assert(
      fc.asyncProperty(
        chatHistories({ maxActs: 25, unreadable: true }),
        fc.nat(),
        fc.nat(),
        async ({ chat, messages }, some, most) => {
          const inner = await storeWith(messages.slice(0, some % (messages.length + 1)))
          const store = forgetful(inner)
          const newest = createNewestMessages(store, chat.id)
          const read = async () => {
            const leaf = await readNewestLeaf(inner, chat.id, null)
            expect(withoutReasons(await pathFrom(store, chat.id, leaf, newest))).toEqual(
              withoutReasons(await readPath(store, chat.id, leaf, ALL)),
            )
          }
          await read()
          const added = messages.slice(some % (messages.length + 1))
          if (added.length > 0) await inner.write(added.map(toPut))
          newest.trim(most % (messages.length + 2))
          await Promise.all([read(), read()])
          expect(newest.isReadable()).toBe(messages.every(({ role }) => role !== 'unreadable'))
        },
      ),
      { numRuns: 100 },
    )
  })

  it('[H4] reads of a long chat only what is new, once its end was read', async () => {
    const builder = createHistoryBuilder()
    let last: MessageId | null = null
    for (let count = 0; count < 1000; count += 1) last = builder.add(last, asked(`${count}`))
    const inner = await storeWith(builder.messages())
    const store = forgetful(inner)
    const newest = createNewestMessages(store, builder.chatId)
    await pathFrom(store, builder.chatId, last, newest)
    const before = store.reads()
    const next = builder.add(last, asked('new'))
    await inner.write(builder.messages().slice(-1).map(toPut))
    expect((await pathFrom(store, builder.chatId, next, newest)).length).toBe(1001)
    // What is new, and the asides above the roots.
    expect(store.reads() - before).toBe(2)
  })

  it('[H4] finds the siblings of a whole path with two reads, also where a message has many children', async () => {
    const builder = createHistoryBuilder()
    const root = builder.add(null, asked('root'))
    for (let count = 0; count < 20; count += 1) builder.add(root, asked(`branch ${count}`))
    let last = builder.add(root, asked('last branch'))
    for (let count = 0; count < 100; count += 1) last = builder.add(last, asked(`${count}`))
    builder.add(last, { role: 'system-title', parts: [{ kind: 'text', text: 'an aside' }] })
    const store = forgetful(await storeWith(builder.messages()))
    const path = await readPath(store, builder.chatId, last, ALL)
    const links = path.filter(message => !isAside(message))
    const before = store.reads()
    const siblings = await readManySiblingIds(store, builder.chatId, links)
    expect(siblings.map(ids => ids.length)).toEqual([1, 21, ...Array<number>(100).fill(1)])
    // The heads, then the children of the one message with several, whose pages are read alone.
    expect(store.reads() - before).toBeLessThan(6)
  })

  it('[C19] finds which messages are above another one, each with its child on the way down', async () => {
    await fc.assert(
      fc.asyncProperty(chatHistories({ maxActs: 20, unreadable: true }), async ({ chat, messages }) => {
        const tree = treeOf(messages)
        const store = await storeWith(messages)
        const leaf = shownLeaf(tree, chat)
        if (leaf === null) return
        const path = pathTo(tree, leaf.id).filter(message => !isAside(message))
        const wanted = new Set(messages.map(({ id }) => id))
        const above = path.slice(0, -1).map(({ id }, at) => [id, path[at + 1]?.id])
        expect(await findAbove(store, leaf, wanted, 0)).toEqual(new Map(above.reverse() as [MessageId, MessageId][]))
      }),
      { numRuns: 60 },
    )
  })

  it('[H4] goes straight to a far branch, and takes its later asides along', async () => {
    const builder = createHistoryBuilder()
    const root = builder.add(null, asked('root'))
    const old = builder.add(root, asked('old'))
    let last = builder.add(root, asked('new'))
    for (let count = 0; count < 1000; count += 1) last = builder.add(last, asked(`${count}`))
    const title = builder.add(old, { role: 'system-title', parts: [{ kind: 'text', text: 'late' }] })
    for (let count = 0; count < 1000; count += 1) last = builder.add(last, asked(`${count}`))
    const store = forgetful(await storeWith(builder.messages()))
    const ids = (await readPath(store, builder.chatId, old, ALL)).map(({ id }) => id)
    expect(ids).toEqual([root, old, title])
    expect(store.reads()).toBeLessThan(8)
  })

  it('[FS-7] follows an unreadable message that others hang on, not a newer unreadable one beside it', async () => {
    const builder = createHistoryBuilder()
    const root = builder.add(null, asked('root'))
    const lost = builder.add(root, { role: 'unreadable', because: 'broken' })
    const leaf = builder.add(lost, asked('below what was lost'))
    builder.add(root, { role: 'unreadable', because: 'perhaps an aside' })
    const store = await storeWith(builder.messages())
    expect(await readNewestLeaf(store, builder.chatId, null)).toBe(leaf)
    expect(await readNewestLeaf(store, builder.chatId, root)).toBe(leaf)
  })

  it.each([
    ['name a message that does not exist', ['under:msg_flipped']],
    ['make a root of it', ['under:chat_flipped']],
    ['are lost, in the index too', []],
  ])('[FS-4] keeps the path of a chat together when the refs of an unreadable message %s', async (_, refs) => {
    const builder = createHistoryBuilder()
    const root = builder.add(null, asked('root'))
    const lost = builder.add(root, asked('lost'))
    const leaf = builder.add(lost, asked('below what was lost'))
    const kept = builder.messages().filter(({ id }) => id !== lost)
    const lostAt = builder.messages().find(({ id }) => id === lost)?.order ?? 0
    const parent = builder.chatId
    const put = { kind: 'put', shelf: MESSAGES_SHELF, id: lost, parent, order: lostAt, expect: 0 } as const
    const whole = createMemoryDatabase().openStore('owner')
    await whole.write([...kept.map(toPut), { ...put, refs, body: new Uint8Array([0]) }])
    const broken = (found: ReadRow): ReadRow => {
      if (found.id !== lost || !('body' in found)) return found
      const { body, ...rest } = found
      return { ...rest, unreadable: 'the row is not as it was written' }
    }
    const store: Store = {
      ...whole,
      get: async (shelf, id) => {
        const found = await whole.get(shelf, id)
        return found && broken(found)
      },
      list: async (shelf, query) => {
        const page = await whole.list(shelf, query)
        return { ...page, rows: page.rows.map(broken) }
      },
    }
    expect(await readNewestLeaf(store, parent, root)).toBe(leaf)
    expect((await readPath(store, parent, leaf, ALL)).map(({ id, role }) => [id, role])).toEqual([
      [root, 'user'],
      [lost, 'unreadable'],
      [leaf, 'user'],
    ])
  })

  it('[FS-4] shows a message of which nothing is left as unreadable, with what is above it', async () => {
    const builder = createHistoryBuilder()
    const root = builder.add(null, asked('root'))
    const gone = builder.add(root, asked('gone'))
    const leaf = builder.add(gone, asked('below what is gone'))
    const store = await storeWith(builder.messages().filter(({ id }) => id !== gone))
    expect((await readPath(store, builder.chatId, leaf, ALL)).map(({ id, role }) => [id, role])).toEqual([
      [root, 'user'],
      [gone, 'unreadable'],
      [leaf, 'user'],
    ])
  })

  it('[FS-7] refuses a message of another chat, and one that is not there', async () => {
    const builder = createHistoryBuilder()
    const id = builder.add(null, asked('root'))
    const store = await storeWith(builder.messages())
    const other: ChatId = 'chat_other'
    await expect(readPath(store, other, id, ALL)).rejects.toThrow(`message ${id} is not in chat chat_other`)
    await expect(readNewestLeaf(store, builder.chatId, 'msg_gone')).rejects.toThrow('msg_gone is not in chat')
  })
})
