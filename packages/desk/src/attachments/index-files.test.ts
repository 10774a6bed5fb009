import { writeHistory } from '@stet/engine/testing'
import type { ChatId, FilePart } from '@stet/history'
import { asked, createHistoryBuilder } from '@stet/history/testing'
import { createMemoryDatabase, FILE_INDEX_SHELF, filesRef, MESSAGES_SHELF, type Store } from '@stet/store'
import { expect, it } from 'vitest'
import { startFileIndexing } from './index-files.ts'
import { listAttachments } from './list-attachments.ts'

const DAY = 24 * 60 * 60 * 1000
const quiet = { error: () => undefined }
const never = async () => undefined

/** A chat whose messages alternate between a file and none, as an earlier version wrote them: without the refs that list files. */
async function writeOlder(store: Store, messages: number): Promise<ChatId> {
  const history = createHistoryBuilder(messages)
  await store.blobs.put('blob', new Uint8Array(3), DAY)
  const file: FilePart = { kind: 'file', blob: 'blob', name: 'notes.txt', mediaType: 'text/plain', size: 3 }
  for (let index = 0; index < messages; index += 1) {
    const question = asked(`Question ${index}, "file"`)
    history.add(null, index % 2 === 0 ? { ...question, parts: [...question.parts, file] } : question)
  }
  const chat = history.chat()
  await writeHistory(store, { chat, messages: history.messages() })
  const { rows } = await store.list(MESSAGES_SHELF, { by: { parent: chat.id }, limit: 10_000 })
  for (const row of rows) {
    if (!('body' in row)) throw new Error('a message cannot be read')
    const refs = row.refs.filter(ref => !ref.startsWith(filesRef(null)))
    await store.write([{ ...row, kind: 'put', shelf: MESSAGES_SHELF, expect: row.version, refs }])
  }
  return chat.id
}

async function listed(store: Store, chat?: ChatId): Promise<number> {
  const fileIndex = { state: () => ({ kind: 'current' }) as const }
  return (await listAttachments({ store, fileIndex }, { limit: 500, ...(chat && { chat }) })).attachments.length
}

it('[W4] lists the files of messages that an earlier version wrote, in their order, and says how far that is', async () => {
  const store = createMemoryDatabase().openStore('owner')
  const chat = await writeOlder(store, 250)
  const orders = async () =>
    (await store.list(MESSAGES_SHELF, { by: { parent: chat }, limit: 1000 })).rows.map(({ id, order }) => [id, order])
  const before = await orders()
  expect(await listed(store)).toBe(0)
  const indexing = startFileIndexing({ store, log: quiet, sleep: never })
  expect(indexing.state()).toEqual({ kind: 'behind', share: 0 })
  await indexing.ended
  expect([indexing.state(), await listed(store), await listed(store, chat)]).toEqual([{ kind: 'current' }, 125, 125])
  expect(await orders()).toEqual(before)
})

it('[W4] [S7] continues after a stop at any write where it was, and writes no message twice', async () => {
  for (let stopAfter = 1; stopAfter < 30; stopAfter += 4) {
    const store = createMemoryDatabase().openStore('owner')
    await writeOlder(store, 2300)
    let writes = 0
    const cut: Store = {
      ...store,
      async write(operations) {
        writes += 1
        if (writes > stopAfter) throw new Error('the process was killed')
        return store.write(operations)
      },
    }
    const controller = new AbortController()
    const first = startFileIndexing({ store: cut, log: quiet, sleep: async () => controller.abort() })
    controller.signal.addEventListener('abort', () => void first.close())
    await first.ended
    const again = startFileIndexing({ store, log: quiet, sleep: never })
    await again.ended
    expect([again.state(), await listed(store)]).toEqual([{ kind: 'current' }, 500])
    const { rows } = await store.list(MESSAGES_SHELF, { by: { ref: filesRef(null) }, limit: 10_000 })
    expect([rows.length, Math.max(...rows.map(({ version }) => version))]).toEqual([1150, 3])
  }
})

it('[W4] is done once: a later start reads only how far it was', async () => {
  const database = createMemoryDatabase()
  const store = database.openStore('owner')
  await writeOlder(store, 1500)
  await startFileIndexing({ store, log: quiet, sleep: never }).ended
  expect(await store.get(FILE_INDEX_SHELF, 'messages')).not.toBeNull()
  let read = 0
  const counted: Store = {
    ...store,
    changes: async (after, limit) => {
      read += 1
      return store.changes(after, limit)
    },
  }
  const again = startFileIndexing({ store: counted, log: quiet, sleep: never })
  await again.ended
  expect([read, again.state()]).toEqual([0, { kind: 'current' }])
})
