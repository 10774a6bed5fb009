import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { SearchSource } from '../contract/store.ts'
import { makePut, toBytes } from '../testing/bench.ts'
import { describeSearch } from '../testing/describe-search.ts'
import { describeStore } from '../testing/describe-store.ts'
import { temporaryFolder } from '../testing/host.ts'
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
