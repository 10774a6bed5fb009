import { rmSync, statSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import type { SearchSource } from '../../contract/store.ts'
import { fromBytes, makePut, toBytes } from '../../testing/bench.ts'
import { temporaryFolder } from '../../testing/host.ts'
import { dataFiles } from '../file/data-folder.ts'
import { openSqliteDatabase, type SqliteDatabase } from '../open-sqlite-database.ts'

const source: SearchSource = {
  shelf: 'messages',
  toDocument(_id, body) {
    const text = fromBytes(body)
    if (text.startsWith('broken')) throw new Error('no message')
    return { text, group: 'chat' }
  },
}
const search = [source]

function message(number: number) {
  return makePut(`m${number}`, { body: toBytes(`message number${number} of all`) })
}

async function fill(database: SqliteDatabase, owner: string, from: number, to: number): Promise<void> {
  const store = database.openStore(owner)
  for (let at = from; at < to; at += 500) {
    await store.write(Array.from({ length: Math.min(500, to - at) }, (_, number) => message(at + number)))
  }
}

async function find(database: SqliteDatabase, owner: string, text: string): Promise<readonly string[]> {
  return (await database.openStore(owner).search.find({ text, limit: 10_000 })).map(hit => hit.id)
}

describe('the search index', () => {
  it('merges little at a time, also when an earlier version made it', async () => {
    const folder = temporaryFolder()
    const merging = () => {
      const file = new DatabaseSync(dataFiles(folder).search)
      const rows = file.prepare("select k, v from terms_config where k <> 'version' order by k").all()
      file.close()
      return rows.map(({ k, v }) => [k, v])
    }
    const first = await openSqliteDatabase({ folder, search })
    await fill(first, 'ada', 0, 10)
    await first.close()
    const merges = [
      ['deletemerge', 40],
      ['pgsz', 1000],
      ['usermerge', 2],
    ]
    expect(merging()).toEqual(merges)
    const earlier = new DatabaseSync(dataFiles(folder).search)
    earlier.exec("insert into terms (terms, rank) values ('pgsz', 4050), ('deletemerge', 10)")
    earlier.close()
    const again = await openSqliteDatabase({ folder, search })
    expect((await find(again, 'ada', 'message')).length).toBe(10)
    await again.close()
    expect(merging()).toEqual(merges)
  })

  it('is made from the rows when it is missing, a slice at a time between writes', async () => {
    const folder = temporaryFolder()
    const first = await openSqliteDatabase({ folder })
    await fill(first, 'ada', 0, 3_000)
    await fill(first, 'bob', 0, 10)
    await first.close()

    const database = await openSqliteDatabase({ folder, search })
    const store = database.openStore('ada')
    expect(store.search.state()).toEqual({ kind: 'behind', skipped: 0, share: 0 })
    await store.write([message(5_000)])
    await store.write([{ kind: 'remove', shelf: 'messages', id: 'm7', expect: 1 }])
    await store.write([{ ...message(8), expect: 1, body: toBytes('changed') }])
    await fill(database, 'eve', 0, 5)
    expect(await database.searchSettled()).toEqual({ kind: 'current', skipped: 0 })
    expect((await find(database, 'ada', 'message')).length).toBe(2_999)
    expect((await find(database, 'ada', 'message'))[0]).toBe('m5000')
    expect(await find(database, 'ada', 'changed')).toEqual(['m8'])
    expect(await find(database, 'ada', 'number7 ')).toEqual([])
    expect((await find(database, 'bob', 'message')).length).toBe(10)
    expect((await find(database, 'eve', 'message')).length).toBe(5)
    await database.close()

    const again = await openSqliteDatabase({ folder, search })
    expect(again.openStore('ada').search.state()).toEqual({ kind: 'current', skipped: 0 })
    expect((await find(again, 'ada', 'message')).length).toBe(2_999)
    await again.close()
  })

  it('is made again when other shelves can be found', async () => {
    const folder = temporaryFolder()
    const first = await openSqliteDatabase({ folder, search })
    await first.openStore('ada').write([message(1), { ...message(2), shelf: 'chats' }])
    await first.close()
    const database = await openSqliteDatabase({ folder, search: [source, { ...source, shelf: 'chats' }] })
    await database.searchSettled()
    expect(await find(database, 'ada', 'message')).toEqual(['m2', 'm1'])
    await database.close()
  })

  it('[FS-4] is made again when its file is damaged, and no write is lost', async () => {
    const folder = temporaryFolder()
    const first = await openSqliteDatabase({ folder, search })
    await fill(first, 'ada', 0, 1_000)
    await first.close()
    const file = dataFiles(folder).search
    for (const damage of ['not a database', new Uint8Array()]) {
      writeFileSync(file, damage)
      const database = await openSqliteDatabase({ folder, search })
      expect(await database.searchSettled()).toEqual({ kind: 'current', skipped: 0 })
      expect((await find(database, 'ada', 'message')).length).toBe(1_000)
      await database.close()
    }
  })

  it('[FS-4] is made again when damage shows while it is written', async () => {
    const folder = temporaryFolder()
    const first = await openSqliteDatabase({ folder, search })
    await fill(first, 'ada', 0, 1_000)
    await first.close()
    const file = new DatabaseSync(dataFiles(folder).search, { defensive: false })
    file.exec("update terms_data set block = x'ffffffffffffffff'")
    file.close()
    const database = await openSqliteDatabase({ folder, search })
    const writes = [
      database.openStore('ada').write([message(1_000)]),
      database.openStore('ada').write([message(1_001)]),
    ]
    expect(await Promise.all(writes)).toMatchObject([{ sequence: 1_001 }, { sequence: 1_002 }])
    expect(await database.searchSettled()).toEqual({ kind: 'current', skipped: 0 })
    expect((await find(database, 'ada', 'message')).length).toBe(1_002)
    await database.close()
  })

  it('[FS-1] catches up with rows and removals that a crash kept from it', async () => {
    const folder = temporaryFolder()
    const { search: file } = dataFiles(folder)
    const first = await openSqliteDatabase({ folder, search })
    await fill(first, 'ada', 0, 100)
    await first.close()
    const old = new DatabaseSync(file)
    old.exec(`vacuum into '${file}.old'`)
    old.close()
    const second = await openSqliteDatabase({ folder, search })
    await second.openStore('ada').write([{ kind: 'remove', shelf: 'messages', id: 'm5', expect: 1 }, message(100)])
    await second.openStore('ada').write([{ ...message(6), expect: 1, body: toBytes('changed') }])
    await second.close()
    // As if the last commits to this file had not reached the disk.
    rmSync(file)
    const back = new DatabaseSync(`${file}.old`)
    back.exec(`vacuum into '${file}'`)
    back.close()

    const database = await openSqliteDatabase({ folder, search })
    expect(await database.searchSettled()).toEqual({ kind: 'current', skipped: 0 })
    expect((await find(database, 'ada', 'message')).length).toBe(99)
    expect(await find(database, 'ada', 'number5 ')).toEqual([])
    expect(await find(database, 'ada', 'changed')).toEqual(['m6'])
    await database.close()
    const index = new DatabaseSync(file)
    expect(index.prepare('select count(*) as documents from terms_docsize').get()).toMatchObject({ documents: 100 })
    index.close()
  })

  it('counts rows that it cannot take instead of stopping at them', async () => {
    const folder = temporaryFolder()
    const first = await openSqliteDatabase({ folder })
    await first.openStore('ada').write([message(1), makePut('bad', { body: toBytes('broken') }), message(2)])
    await first.close()
    const database = await openSqliteDatabase({ folder, search })
    expect(await database.searchSettled()).toEqual({ kind: 'current', skipped: 1 })
    expect(await find(database, 'ada', 'message')).toEqual(['m2', 'm1'])
    await expect(database.openStore('ada').write([makePut('worse', { body: toBytes('broken') })])).rejects.toThrow(
      'no message',
    )
    await database.close()
  })

  it('is not there when nothing can be found', async () => {
    const folder = temporaryFolder()
    const database = await openSqliteDatabase({ folder })
    await database.openStore('ada').write([message(1)])
    expect(await find(database, 'ada', 'message')).toEqual([])
    expect(() => statSync(dataFiles(folder).search)).toThrow('ENOENT')
    await database.close()
  })
})
