import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import type { Change, ReadRow } from '../contract/store.ts'
import { makePut, toBytes, toRow } from '../testing/bench.ts'
import { temporaryFolder } from '../testing/host.ts'
import { dataFiles } from './file/data-folder.ts'
import { openSqliteDatabase } from './open-sqlite-database.ts'
import { exportRows, exportSalvage } from './salvage/export-rows.ts'
import { openSalvage, salvageCopy } from './salvage/open-salvage.ts'

const ROWS = 2_000
const NOW = 1_800_000_000_000
const SALT = '0123456789abcdef'

function body(number: number): Uint8Array {
  return toBytes(`body ${number} ${SALT.repeat(number % 100 === 0 ? 1_000 : 20)}`)
}

function put(number: number) {
  return makePut(`m${number}`, { parent: `chat ${number % 10}`, order: number, refs: ['x:1'], body: body(number) })
}

/** A database with rows of one page and of several, two owners, a blob and removals; closed, or as kill -9 leaves it. */
async function fill(folder: string, end: 'closed' | 'killed'): Promise<void> {
  const source = end === 'closed' ? folder : join(folder, 'running')
  const first = await openSqliteDatabase({ folder: source })
  await first.openStore('ada').blobs.put('blob', toBytes(SALT.repeat(5_000)), NOW)
  await first.openStore('ada').write(Array.from({ length: ROWS / 2 }, (_, at) => put(at)))
  await first.close()
  const database = await openSqliteDatabase({ folder: source })
  const store = database.openStore('ada')
  await store.write(Array.from({ length: ROWS / 2 }, (_, at) => put(ROWS / 2 + at)))
  await store.write([{ kind: 'remove', shelf: 'messages', id: 'm1', expect: 1 }])
  await store.write([{ ...put(2), expect: 1, refs: ['blob:blob'], body: toBytes('second') }])
  await database.openStore('bob').write([makePut('m1', { order: 5 })])
  if (end === 'killed') {
    // In another process: closing a file that SQLite has open in this one would end SQLite's locks on it.
    execFileSync('cp', ['-r', ...readdirSync(source).map(name => join(source, name)), folder])
    rmSync(join(folder, 'lock.json'))
  }
  await database.close()
}

function hashes(folder: string): Record<string, string> {
  const files = readdirSync(folder).filter(name => name.startsWith('stet.sqlite') && !name.endsWith('-shm'))
  return Object.fromEntries(
    files.map(name => [
      name,
      createHash('sha256')
        .update(readFileSync(join(folder, name)))
        .digest('hex'),
    ]),
  )
}

/** The pages of a table or index, of one kind. */
function pagesOf(folder: string, name: string, kind: 'leaf' | 'internal' | 'overflow'): readonly number[] {
  const database = new DatabaseSync(dataFiles(folder).database, { readOnly: true })
  const pages = database
    .prepare('select pageno from dbstat where name = ? and pagetype = ? order by pageno')
    .all(name, kind)
  database.close()
  for (const suffix of ['-wal', '-shm']) rmSync(dataFiles(folder).database + suffix, { force: true })
  return pages.map(({ pageno }) => Number(pageno))
}

function tamper(folder: string, change: (bytes: Buffer) => void): void {
  const { database } = dataFiles(folder)
  const bytes = readFileSync(database)
  change(bytes)
  writeFileSync(database, bytes)
}

async function changesOf(store: { changes(after: number, limit: number): Promise<readonly Change[]> }) {
  const rows: ReadRow[] = []
  for (const change of await store.changes(0, 10_000)) if (change.kind === 'put') rows.push(change.row)
  return rows
}

function wholeRows() {
  const rows = Array.from({ length: ROWS }, (_, number) => toRow(put(number), number)).filter(
    ({ id }) => id !== 'm1' && id !== 'm2',
  )
  return [...rows, { ...toRow(put(2), 2), version: 2, refs: ['blob:blob'], body: toBytes('second') }]
}

describe('a damaged database', () => {
  it('[FS-4] gives up a row whose bytes changed on the disk, and no other', async () => {
    const folder = temporaryFolder()
    await fill(folder, 'closed')
    tamper(folder, bytes => {
      const at = bytes.indexOf(toBytes(`body 777 ${SALT}`))
      bytes[at + 12] = (bytes[at + 12] ?? 0) ^ 1
    })
    const database = await openSqliteDatabase({ folder })
    const store = database.openStore('ada')
    const { body: _, ...rest } = toRow(put(777), 777)
    const lost = { ...rest, unreadable: 'the row is not as it was written' }
    const expected = wholeRows().map(row => (row.id === 'm777' ? lost : row))
    expect(await store.get('messages', 'm777')).toEqual(lost)
    expect(await changesOf(store)).toEqual(expected)
    const chat = await store.list('messages', { by: { parent: 'chat 7' }, limit: 1_000 })
    expect(chat.rows).toEqual(expected.filter(row => row.parent === 'chat 7'))

    await store.write([{ ...put(777), expect: 1 }])
    expect(await store.get('messages', 'm777')).toEqual({ ...toRow(put(777), 777), version: 2 })
    await database.close()
  })

  it('[FS-4] gives up one row of a chat when the page of its long body is lost', async () => {
    const folder = temporaryFolder()
    await fill(folder, 'closed')
    const [page = 0] = pagesOf(folder, 'rows', 'overflow').slice(8)
    tamper(folder, bytes => bytes.fill(0xff, (page - 1) * 4096, page * 4096))
    // The pages are checked beside the work, as those of a large database are.
    const database = await openSqliteDatabase({ folder, checkFirstBytes: 0 })
    expect(await database.integrity).toMatchObject({ kind: 'damaged' })
    const store = database.openStore('ada')
    const { rows } = await store.list('messages', { by: { parent: 'chat 0' }, limit: 1_000 })
    const unreadable = rows.filter(row => 'unreadable' in row)
    expect(rows).toHaveLength(200)
    expect(unreadable).toMatchObject([{ parent: 'chat 0', version: 1, refs: ['x:1'] }])
    const [heads] = await store.listHeads('messages', [{ by: { parent: 'chat 0' }, limit: 1_000 }])
    expect(heads).toEqual({
      heads: rows.map(({ id, parent, order, version }) => ({ id, parent, order, version })),
      next: null,
    })
    expect(await changesOf(store)).toHaveLength(ROWS - 1)
    await database.close()
  })

  it('[FS-4] gives up a blob whose bytes changed on the disk until it is put again', async () => {
    const folder = temporaryFolder()
    await fill(folder, 'closed')
    const [page = 0] = pagesOf(folder, 'blob_bytes', 'overflow')
    tamper(folder, bytes => bytes.fill(0, (page - 1) * 4096 + 100, (page - 1) * 4096 + 200))
    const database = await openSqliteDatabase({ folder })
    const { blobs } = database.openStore('ada')
    await expect(blobs.get('blob')).rejects.toMatchObject({ name: 'StoreError', kind: 'unreadable' })
    await blobs.put('blob', toBytes(SALT.repeat(5_000)), NOW)
    expect(await blobs.get('blob')).toEqual(toBytes(SALT.repeat(5_000)))
    await database.close()
  })

  const refusals: readonly (readonly [string, 'closed' | 'killed', (folder: string) => void, RegExp])[] = [
    ['is empty', 'closed', folder => truncateSync(dataFiles(folder).database), /it is empty/],
    ['is cut short', 'closed', folder => truncateSync(dataFiles(folder).database, 40_960), /has been cut short/],
    [
      'is cut inside its header',
      'closed',
      folder => truncateSync(dataFiles(folder).database, 50),
      /no SQLite database/,
    ],
    [
      'is no database',
      'closed',
      folder => writeFileSync(dataFiles(folder).database, 'hello '.repeat(99)),
      /no SQLite database/,
    ],
    [
      'belongs to another program',
      'closed',
      folder => tamper(folder, bytes => bytes.writeUInt32BE(7, 68)),
      /of another program/,
    ],
    ['lost its log', 'killed', folder => rmSync(dataFiles(folder).wal), /its log .* is gone/],
    [
      'has a damaged index page',
      'closed',
      folder => {
        const [page = 0] = pagesOf(folder, 'rows', 'internal')
        tamper(folder, bytes => bytes.fill(0xaa, (page - 1) * 4096, (page - 1) * 4096 + 64))
      },
      /cannot be used/,
    ],
    [
      'has damaged pages under a log',
      'killed',
      folder => tamper(folder, bytes => bytes.fill(0xaa, 4096 * 40, 4096 * 60)),
      /cannot be used/,
    ],
  ]
  it.each(refusals)('[FS-4] that %s is refused and left as it was found', async (_name, end, damage, message) => {
    const folder = temporaryFolder()
    await fill(folder, end)
    damage(folder)
    const before = hashes(folder)
    const opened = openSqliteDatabase({ folder })
    await expect(opened).rejects.toMatchObject({
      name: 'StoreError',
      kind: 'unreadable',
      message: expect.stringMatching(message),
    })
    expect(hashes(folder)).toEqual(before)
    await expect(openSqliteDatabase({ folder })).rejects.toMatchObject({ kind: 'unreadable' })
    expect(hashes(folder)).toEqual(before)
  })

  it('[FS-10] written by a newer Stet is refused and left as it was found', async () => {
    const folder = temporaryFolder()
    await fill(folder, 'closed')
    tamper(folder, bytes => bytes.writeUInt32BE(99, 60))
    const before = hashes(folder)
    await expect(openSqliteDatabase({ folder })).rejects.toMatchObject({ name: 'StoreError', kind: 'newer' })
    expect(hashes(folder)).toEqual(before)
  })

  it('[S7] is whole after kill -9, its log included', async () => {
    const folder = temporaryFolder()
    await fill(folder, 'killed')
    expect(existsSync(dataFiles(folder).wal)).toBe(true)
    const database = await openSqliteDatabase({ folder })
    expect(await changesOf(database.openStore('ada'))).toEqual(wholeRows())
    await database.close()
  })
})

describe('salvage', () => {
  const isLost = (row: ReadRow) => 'unreadable' in row
  const byId = (left: ReadRow, right: ReadRow) => (left.id < right.id ? -1 : 1)

  it('[FS-4] reads a sound file whole', async () => {
    const folder = temporaryFolder()
    await fill(folder, 'closed')
    const salvaged = await openSalvage(dataFiles(folder).database)
    expect(salvaged.report).toEqual({ saved: ROWS, unreadable: 0, blobsSaved: 1, blobsUnreadable: 0 })
    expect(salvaged.owners).toEqual(['ada', 'bob'])
    const store = salvaged.openStore('ada')
    expect(await changesOf(store)).toEqual(wholeRows())
    expect(await store.get('messages', 'm1')).toBeNull()
    expect((await store.list('messages', { by: { ref: 'blob:blob' }, limit: 5 })).rows).toHaveLength(1)
    expect(await store.blobs.get('blob')).toEqual(toBytes(SALT.repeat(5_000)))
    expect(await salvaged.openStore('bob').get('messages', 'm1')).toEqual(toRow(makePut('m1'), 5))
    const refused = { name: 'StoreError', kind: 'refused' }
    await expect(store.write([makePut('new')])).rejects.toMatchObject(refused)
    await expect(store.blobs.put('new', toBytes(''), NOW)).rejects.toMatchObject(refused)
    await salvaged.close()
    await expect(store.get('messages', 'm1')).rejects.toMatchObject({ kind: 'closed' })
  })

  it('[FS-4] reads the rows of a log that was never folded in', async () => {
    const folder = temporaryFolder()
    await fill(folder, 'killed')
    const before = hashes(folder)
    const salvaged = await openSalvage(dataFiles(folder).database)
    expect((await changesOf(salvaged.openStore('ada'))).toSorted(byId)).toEqual(wholeRows().toSorted(byId))
    await salvaged.close()
    expect(hashes(folder)).toEqual(before)
  })

  it('[FS-4] reads every other row when one page of rows is lost, and names the lost ones', async () => {
    const folder = temporaryFolder()
    await fill(folder, 'closed')
    const page = pagesOf(folder, 'rows', 'leaf')[20] ?? 0
    tamper(folder, bytes => bytes.fill(0xee, (page - 1) * 4096, page * 4096))
    const before = hashes(folder)
    const salvaged = await openSalvage(dataFiles(folder).database)
    const rows = await changesOf(salvaged.openStore('ada'))
    const lost = rows.filter(isLost)
    expect(lost.length).toBeGreaterThan(3)
    expect(lost.length).toBeLessThan(20)
    expect(salvaged.report).toMatchObject({ saved: ROWS - lost.length, unreadable: lost.length })
    const expected = wholeRows()
    for (const row of lost) {
      const { parent, order, refs } = expected.find(({ id }) => id === row.id) ?? {}
      expect(row).toMatchObject({ parent, order, refs })
    }
    expect(rows.filter(row => !isLost(row))).toEqual(expected.filter(({ id }) => !lost.some(row => row.id === id)))
    await salvaged.close()
    expect(hashes(folder)).toEqual(before)
  })

  it('[FS-4] knows whose the rows are when the page of the owners is lost, and without its index that of the only one', async () => {
    const folder = temporaryFolder()
    await (await openSqliteDatabase({ folder })).close()
    const database = await openSqliteDatabase({ folder })
    await database.openStore('ada').write([makePut('m1')])
    await database.close()
    const ownersOf = async (onlyOwner: string) => {
      const salvaged = await openSalvage(dataFiles(folder).database, { onlyOwner })
      const { owners, report } = salvaged
      await salvaged.close()
      return [owners, report.saved]
    }
    const lose = (name: string) => {
      const pages = pagesOf(folder, name, 'leaf')
      tamper(folder, bytes => {
        for (const page of pages) bytes.fill(0xee, (page - 1) * 4096, page * 4096)
      })
    }
    const index = pagesOf(folder, 'sqlite_autoindex_owners_1', 'leaf')
    lose('owners')
    expect(await ownersOf('eve')).toEqual([['ada'], 1])
    tamper(folder, bytes => {
      for (const page of index) bytes.fill(0xee, (page - 1) * 4096, page * 4096)
    })
    expect(await ownersOf('eve')).toEqual([['eve'], 1])
  })

  it('[FS-4] reads every row when nothing leads to its page any more', async () => {
    const folder = temporaryFolder()
    await fill(folder, 'closed')
    const pages = [...pagesOf(folder, 'rows', 'internal'), ...pagesOf(folder, 'rows_by_id', 'internal')]
    tamper(folder, bytes => {
      for (const page of pages) bytes.fill(0xee, (page - 1) * 4096, page * 4096)
      bytes.fill(0xee, 18, 4096)
    })
    const salvaged = await openSalvage(dataFiles(folder).database)
    expect(salvaged.report).toEqual({ saved: ROWS, unreadable: 0, blobsSaved: 1, blobsUnreadable: 0 })
    expect((await changesOf(salvaged.openStore('ada'))).toSorted(byId)).toEqual(wholeRows().toSorted(byId))
    await salvaged.close()
  })

  it('[FS-4] reads what is left of a file that was cut short, and nothing of an empty one', async () => {
    const folder = temporaryFolder()
    await fill(folder, 'closed')
    const { database } = dataFiles(folder)
    const whole = join(folder, 'whole')
    copyFileSync(database, whole)
    truncateSync(database, 4096 * 100 + 1000)
    const cut = await openSalvage(database)
    expect(cut.report.saved).toBeGreaterThan(100)
    expect(cut.report.saved).toBeLessThan(ROWS)
    await cut.close()
    truncateSync(database, 0)
    const empty = await openSalvage(database)
    expect(empty.report).toEqual({ saved: 0, unreadable: 0, blobsSaved: 0, blobsUnreadable: 0 })
    await empty.close()
  })

  it('[FS-4] reads what was folded in when the log is gone', async () => {
    const folder = temporaryFolder()
    await fill(folder, 'killed')
    rmSync(dataFiles(folder).wal)
    const salvaged = await openSalvage(dataFiles(folder).database)
    expect(salvaged.report).toEqual({ saved: ROWS / 2, unreadable: 0, blobsSaved: 1, blobsUnreadable: 0 })
    await salvaged.close()
  })

  it('[FS-4] gives up one blob when its bytes are damaged', async () => {
    const folder = temporaryFolder()
    await fill(folder, 'closed')
    const [page = 0] = pagesOf(folder, 'blob_bytes', 'overflow')
    tamper(folder, bytes => bytes.fill(0, (page - 1) * 4096 + 100, (page - 1) * 4096 + 200))
    const salvaged = await openSalvage(dataFiles(folder).database)
    expect(salvaged.report).toEqual({ saved: ROWS, unreadable: 0, blobsSaved: 0, blobsUnreadable: 1 })
    await salvaged.close()
  })

  it('[FS-4] exports what is readable as lines of JSON', async () => {
    const folder = temporaryFolder()
    await fill(folder, 'closed')
    const page = pagesOf(folder, 'rows', 'leaf')[20] ?? 0
    tamper(folder, bytes => bytes.fill(0xee, (page - 1) * 4096, page * 4096))
    const salvaged = await openSalvage(dataFiles(folder).database)
    const { report } = salvaged
    const records = (await linesOf(exportSalvage(salvaged))).map(line => JSON.parse(line))
    expect(records.filter(record => record.kind === 'row' && 'body' in record)).toHaveLength(report.saved)
    const lost = records.filter(record => 'unreadable' in record)
    expect(lost.map(({ owner, shelf, id }) => ({ owner, shelf, id }))).toEqual(salvaged.lostRows())
    expect(lost).toHaveLength(report.unreadable)
    expect(records.find(record => record.id === 'm2')).toEqual({
      kind: 'row',
      owner: 'ada',
      shelf: 'messages',
      id: 'm2',
      parent: 'chat 2',
      order: 2,
      version: 2,
      refs: ['blob:blob'],
      body: Buffer.from('second').toString('base64'),
    })
    expect(records.at(-1)).toMatchObject({ kind: 'row', owner: 'bob', id: 'm1' })
    await salvaged.close()
  })

  it('[FS-4] writes a clean copy that opens like any other, over nothing', async () => {
    const folder = temporaryFolder()
    await fill(folder, 'closed')
    const page = pagesOf(folder, 'rows', 'internal')[0] ?? 0
    tamper(folder, bytes => bytes.fill(0xee, (page - 1) * 4096, page * 4096))
    const before = hashes(folder)
    const target = temporaryFolder()
    const copy = dataFiles(target).database
    expect(await salvageCopy(dataFiles(folder).database, copy)).toMatchObject({ saved: ROWS, unreadable: 0 })
    expect(hashes(folder)).toEqual(before)
    const database = await openSqliteDatabase({ folder: target })
    expect((await changesOf(database.openStore('ada'))).toSorted(byId)).toEqual(wholeRows().toSorted(byId))
    await database.openStore('ada').write([makePut('new')])
    await database.close()
    await expect(salvageCopy(dataFiles(folder).database, copy)).rejects.toThrow('EEXIST')
  })

  it('[FS-4] forgets what is written to its scratch stores', async () => {
    const folder = temporaryFolder()
    await fill(folder, 'closed')
    const before = hashes(folder)
    const salvaged = await openSalvage(dataFiles(folder).database)
    const scratch = salvaged.openScratch('ada')
    await scratch.write([makePut('new')])
    expect(await scratch.get('messages', 'new')).not.toBeNull()
    await salvaged.close()
    expect(hashes(folder)).toEqual(before)
  })

  it('[S4] exports the rows of a sound store in the order of their changes', async () => {
    const database = await openSqliteDatabase({ folder: temporaryFolder() })
    const store = database.openStore('ada')
    await store.write(Array.from({ length: 250 }, (_, number) => put(number)))
    const lines = await linesOf(exportRows('ada', store))
    expect(lines.map(line => JSON.parse(line).order)).toEqual(Array.from({ length: 250 }, (_, number) => number))
    await database.close()
  })
})

async function linesOf(lines: AsyncIterable<string>): Promise<readonly string[]> {
  const read: string[] = []
  for await (const line of lines) read.push(line)
  return read
}
