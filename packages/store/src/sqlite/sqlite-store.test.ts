import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import type { SearchSource, Store } from '../contract/store.ts'
import { fromBytes, makePut, toBytes } from '../testing/bench.ts'
import { describeSearch } from '../testing/describe-search.ts'
import { describeStore } from '../testing/describe-store.ts'
import { temporaryFolder } from '../testing/host.ts'
import { dataFiles } from './file/data-folder.ts'
import { openSqliteDatabase } from './open-sqlite-database.ts'

async function makeDatabase(search: readonly SearchSource[]) {
  const folder = mkdtempSync(join(tmpdir(), 'stet-'))
  const database = await openSqliteDatabase({ folder, search })
  return {
    ...database,
    async close() {
      await database.close()
      rmSync(folder, { recursive: true })
    },
  }
}

describeStore('SQLite', () => makeDatabase([]))
describeSearch('SQLite', makeDatabase)

it('[S7] a sweep leaves nothing of what was deleted on the disk, while the database stays open', async () => {
  const folder = temporaryFolder()
  const database = await openSqliteDatabase({ folder })
  const store = database.openStore('owner')
  const secret = 'quartz zebra'
  const filesWith = (text: string) =>
    readdirSync(folder).filter(name => readFileSync(join(folder, name)).includes(text))
  await store.write([
    makePut('kept', { body: toBytes('kept') }),
    makePut('gone', { body: toBytes(secret.repeat(2_000)) }),
  ])
  await store.write([{ kind: 'remove', shelf: 'messages', id: 'gone', expect: 1 }])
  expect(filesWith(secret)).not.toEqual([])
  await store.blobs.sweep(0)
  expect(filesWith(secret)).toEqual([])
  expect(await store.get('messages', 'kept')).toHaveProperty('body')
  await database.close()
})

const messages: SearchSource = {
  shelf: 'messages',
  toDocument: (_id, body) => ({ text: fromBytes(body), group: 'chat' }),
}

function filesWith(folder: string, text: string): readonly string[] {
  return readdirSync(folder).filter(name => readFileSync(join(folder, name)).includes(text))
}

const SECRET = 'zquartzite'

/** Messages in commits of their own, so that the index has several segments; one of them holds a word of its own. */
async function fillWith(store: Store, count: number): Promise<void> {
  for (let at = 0; at < count; at += 1) {
    const text = `message ${at} about ferns ${at === 7 ? SECRET : ''}`
    await store.write([makePut(`m${at}`, { body: toBytes(text) })])
  }
}

it.each([
  ['among others', 300],
  ['in an index that was merged before', 30],
])('[S7] a sweep leaves no word of a deleted message in the search file, %s', async (_, count) => {
  const folder = temporaryFolder()
  const database = await openSqliteDatabase({ folder, search: [messages] })
  const store = database.openStore('owner')
  await fillWith(store, count)
  if (count === 30) {
    await store.write([{ kind: 'remove', shelf: 'messages', id: 'm3', expect: 1 }])
    await store.blobs.sweep(0)
  }
  await store.write([{ kind: 'remove', shelf: 'messages', id: 'm7', expect: 1 }])
  expect(filesWith(folder, SECRET)).not.toEqual([])
  await store.blobs.sweep(0)
  expect(filesWith(folder, SECRET)).toEqual([])
  expect(await store.search.find({ text: 'ferns', limit: 1_000 })).toHaveLength(count === 30 ? 28 : count - 1)
  expect(await store.search.find({ text: SECRET, limit: 10 })).toEqual([])
  await database.close()
})

it('[S7] the words of what an earlier version deleted go with the first sweep', async () => {
  const folder = temporaryFolder()
  const first = await openSqliteDatabase({ folder, search: [messages] })
  await fillWith(first.openStore('owner'), 100)
  await first.openStore('owner').write([{ kind: 'remove', shelf: 'messages', id: 'm7', expect: 1 }])
  await first.close()
  const file = new DatabaseSync(dataFiles(folder).search)
  file.exec('drop table erasing')
  file.close()
  const database = await openSqliteDatabase({ folder, search: [messages] })
  expect(filesWith(folder, SECRET)).not.toEqual([])
  await database.openStore('owner').blobs.sweep(0)
  expect(filesWith(folder, SECRET)).toEqual([])
  await database.close()
})

it('[S7] words that a sweep was kept from erasing go with the next one, whatever is written in between', async () => {
  const folder = temporaryFolder()
  const database = await openSqliteDatabase({ folder, search: [messages] })
  const store = database.openStore('owner')
  await fillWith(store, 300)
  await store.write([{ kind: 'remove', shelf: 'messages', id: 'm7', expect: 1 }])
  await store.blobs.sweep(0, AbortSignal.abort())
  expect(filesWith(folder, SECRET)).not.toEqual([])
  const swept = store.blobs.sweep(0)
  for (let at = 300; at < 400; at += 1) await store.write([makePut(`m${at}`, { body: toBytes(`message ${at}`) })])
  await swept
  expect(filesWith(folder, SECRET)).toEqual([])
  expect(await store.search.find({ text: 'message', limit: 1_000 })).toHaveLength(399)
  await database.close()
})
