import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { makePut, toBytes } from '../testing/bench.ts'
import { temporaryFolder } from '../testing/host.ts'
import { dataFiles } from './file/data-folder.ts'
import { checkPages } from './file/inspect-file.ts'
import { openSqliteDatabase } from './open-sqlite-database.ts'

const ROWS = 1_500
const PARENTS = 30
const PAGE = 4096
const INNER_INDEX = 2
const FLIPS_PER_PAGE = 24
const DAY_MS = 24 * 60 * 60 * 1000

const idOf = (number: number) => `msg_${String((number * 7_919) % ROWS).padStart(40, '0')}`

async function fill(folder: string): Promise<void> {
  const database = await openSqliteDatabase({ folder })
  const puts = Array.from({ length: ROWS }, (_, number) =>
    makePut(idOf(number), {
      parent: `chat_${String(number % PARENTS).padStart(40, '0')}`,
      order: number,
      refs: [`run_${number % 50}`, `odd\\\n${number % 3}`],
      body: toBytes(`body ${number}`),
    }),
  )
  await database.openStore('ada').write(puts)
  await database.close()
}

/** What every read of the store says. */
async function readAll(folder: string): Promise<string> {
  const database = await openSqliteDatabase({ folder })
  const store = database.openStore('ada')
  const found: unknown[] = [
    await store.getMany(
      'messages',
      Array.from({ length: ROWS }, (_, at) => idOf(at)),
    ),
  ]
  for (let at = 0; at < PARENTS; at += 1) {
    const parent = `chat_${String(at).padStart(40, '0')}`
    found.push(await store.list('messages', { by: { parent }, limit: ROWS }))
  }
  for (let at = 0; at < 50; at += 1) {
    found.push((await store.list('messages', { by: { ref: `run_${at}` }, limit: ROWS })).rows.map(({ id }) => id))
  }
  found.push(await store.changes(0, 10_000))
  await database.close()
  return JSON.stringify(found)
}

/** Places in the pages that lead to the leaves of an index, spread over them; always the same. */
function placesIn(bytes: Buffer): readonly { readonly at: number; readonly bit: number }[] {
  const pages = Array.from({ length: bytes.length / PAGE }, (_, page) => page).slice(1)
  return pages
    .filter(page => bytes[page * PAGE] === INNER_INDEX)
    .flatMap(page => {
      const content = bytes.readUInt16BE(page * PAGE + 5)
      const step = (PAGE - content) / FLIPS_PER_PAGE
      return Array.from({ length: FLIPS_PER_PAGE }, (_, flip) => ({
        at: page * PAGE + content + Math.floor(flip * step),
        bit: flip % 8,
      }))
    })
}

it('[FS-4] a bit that flipped in an inner page of an index is found by a check, or costs nothing', {
  timeout: 120_000,
}, async () => {
  const folder = temporaryFolder()
  await fill(folder)
  const { database: file } = dataFiles(folder)
  const sound = readFileSync(file)
  const expected = await readAll(folder)
  expect(checkPages(file, 'at rest', 'whole')).toBeNull()
  const seen = { start: 0, later: 0, nothing: 0 }
  for (const { at, bit } of placesIn(sound)) {
    const bytes = Buffer.from(sound)
    bytes[at] = (bytes[at] ?? 0) ^ (1 << bit)
    writeFileSync(file, bytes)
    if (checkPages(file, 'at rest', 'pages') !== null) seen.start += 1
    else if (checkPages(file, 'at rest', 'whole') !== null) seen.later += 1
    else {
      expect([at, bit, await readAll(folder)]).toEqual([at, bit, expected])
      seen.nothing += 1
    }
  }
  expect(seen.start).toBeGreaterThan(0)
  expect(seen.later).toBeGreaterThan(0)
  expect(seen.start + seen.later + seen.nothing).toBeGreaterThan(3 * FLIPS_PER_PAGE)
})

/** Makes one key of the index of ids another one, in a page that leads to its leaves: the rows below it are not found any more. */
function damage(folder: string): void {
  const { database: file } = dataFiles(folder)
  const database = new DatabaseSync(file, { readOnly: true })
  const page = Number(
    database.prepare("select pageno from dbstat where name = 'rows_by_id' and pagetype = 'internal'").get()?.pageno,
  )
  database.close()
  for (const suffix of ['-wal', '-shm']) rmSync(file + suffix, { force: true })
  const bytes = readFileSync(file)
  const at = bytes.indexOf('msg_', (page - 1) * PAGE) + 43
  bytes[at] = (bytes[at] ?? 0) ^ 1
  writeFileSync(file, bytes)
}

const setChecked = (folder: string, before: number) => {
  const at = new Date(Date.now() - before)
  utimesSync(dataFiles(folder).checked, at, at)
}

it('[FS-4] such damage is found beside the open database: a day after the last check, and after an end that was not clean', async () => {
  const folder = temporaryFolder()
  await fill(folder)
  damage(folder)
  const integrityOf = async () => {
    const database = await openSqliteDatabase({ folder })
    const found = await database.integrity
    await database.close()
    return found
  }
  expect(await integrityOf()).toEqual({ kind: 'sound' })
  const because = expect.stringContaining('rows_by_id')
  setChecked(folder, DAY_MS + 1_000)
  expect(await integrityOf()).toEqual({ kind: 'damaged', because })
  // Found damaged, it is checked again at each start.
  expect(await integrityOf()).toEqual({ kind: 'damaged', because })

  setChecked(folder, 0)
  const killed = join(folder, 'killed')
  const running = await openSqliteDatabase({ folder })
  mkdirSync(killed)
  // In another process: closing a file that SQLite has open in this one would end SQLite's locks on it.
  const names = readdirSync(folder).filter(name => name.startsWith('stet.sqlite'))
  execFileSync('cp', ['-p', ...names.map(name => join(folder, name)), killed])
  await running.close()
  const after = await openSqliteDatabase({ folder: killed })
  expect(await after.integrity).toEqual({ kind: 'damaged', because })
  await after.close()
})

it('[FS-4] a sound database is checked once a day, and a new one not at all', async () => {
  const folder = temporaryFolder()
  await fill(folder)
  const { checked } = dataFiles(folder)
  const isRecent = () => Date.now() - statSync(checked).mtimeMs < DAY_MS
  expect(isRecent()).toBe(true)
  setChecked(folder, DAY_MS + 1_000)
  for (const openBefore of [false, true]) {
    expect(isRecent()).toBe(openBefore)
    const database = await openSqliteDatabase({ folder })
    expect(await database.integrity).toEqual({ kind: 'sound' })
    await database.close()
  }
})
