import { existsSync, readdirSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { makePut, toRow } from '../../testing/bench.ts'
import { startChild, temporaryFolder } from '../../testing/host.ts'
import { openSqliteDatabase } from '../open-sqlite-database.ts'
import { dataFiles } from './data-folder.ts'
import { keptFile, type MigrationStep } from './migrate.ts'
import { MIGRATIONS, type Migration } from './migrations.ts'

const NEXT: readonly Migration[] = [
  ...MIGRATIONS,
  { what: 'notes', up: database => database.exec('create table notes (text text)') },
  { what: 'a note', up: database => database.exec("insert into notes values ('upgraded')") },
]
const NEWEST = NEXT.length

async function fill(folder: string): Promise<void> {
  const database = await openSqliteDatabase({ folder })
  await database.openStore('ada').blobs.put('blob', new Uint8Array(10_000), 0)
  await database.openStore('ada').write([makePut('a', { order: 1, refs: ['blob:blob'] }), makePut('b', { order: 2 })])
  await database.close()
}

function versionOf(file: string): unknown {
  const database = new DatabaseSync(file, { readOnly: true })
  const version = database.prepare('pragma user_version').get()?.user_version
  database.close()
  return version
}

async function assertUpgraded(folder: string): Promise<void> {
  const database = await openSqliteDatabase({ folder, migrations: NEXT })
  const store = database.openStore('ada')
  expect(await store.getMany('messages', ['a', 'b'])).toEqual([
    toRow(makePut('a', { refs: ['blob:blob'] }), 1),
    toRow(makePut('b'), 2),
  ])
  expect(await store.blobs.get('blob')).toEqual(new Uint8Array(10_000))
  await store.write([makePut('c')])
  await database.close()
  expect(versionOf(dataFiles(folder).database)).toBe(NEWEST)
}

it('[FS-10] an upgrade keeps every row, and the old file beside the new one', async () => {
  const folder = temporaryFolder()
  await fill(folder)
  await assertUpgraded(folder)
  const kept = keptFile(dataFiles(folder), MIGRATIONS.length, 1)
  expect(versionOf(kept)).toBe(MIGRATIONS.length)
  const old = new DatabaseSync(kept, { readOnly: true })
  expect(old.prepare('select id from rows order by key').all()).toMatchObject([{ id: 'a' }, { id: 'b' }])
  old.close()
  await assertReopens(folder)
})

async function assertReopens(folder: string): Promise<void> {
  const database = await openSqliteDatabase({ folder, migrations: NEXT })
  expect((await database.openStore('ada').usage()).rows).toBe(3)
  await database.close()
}

it('[FS-10] an older Stet refuses the upgraded file and leaves it alone', async () => {
  const folder = temporaryFolder()
  await fill(folder)
  await assertUpgraded(folder)
  await expect(openSqliteDatabase({ folder })).rejects.toMatchObject({ name: 'StoreError', kind: 'newer' })
  await assertReopens(folder)
})

const DIE = `
  import { MIGRATIONS } from ${JSON.stringify(new URL('./migrations.ts', import.meta.url).href)}
  import { openSqliteDatabase } from ${JSON.stringify(new URL('../open-sqlite-database.ts', import.meta.url).href)}
  const [, folder, last] = process.argv
  const die = () => process.kill(process.pid, 'SIGKILL')
  const migrations = [
    ...MIGRATIONS,
    { what: 'notes', up: database => { database.exec('create table notes (text text)'); if (last === 'migrating') die() } },
    { what: 'a note', up: database => database.exec("insert into notes values ('upgraded')") },
  ]
  await openSqliteDatabase({ folder, migrations, onMigrationStep: step => { if (step === last) die() } })
`

const steps: readonly (MigrationStep | 'migrating')[] = [
  'copied',
  'migrating',
  'migrated',
  'verified',
  'kept',
  'replaced',
]
it.each(steps)(
  '[FS-10] an upgrade that was killed when it was %s loses nothing, and the next start completes it',
  async step => {
    const folder = temporaryFolder()
    await fill(folder)
    const child = startChild(DIE, folder, step)
    expect(await child.ended()).toMatchObject({ signal: 'SIGKILL' })
    const { database, next } = dataFiles(folder)
    expect(versionOf(database)).toBe(step === 'replaced' ? NEWEST : MIGRATIONS.length)
    await assertUpgraded(folder)
    expect(existsSync(next)).toBe(false)
    expect(readdirSync(folder).filter(name => name.includes('format-'))).toEqual([
      `stet.sqlite.format-${MIGRATIONS.length}`,
    ])
  },
)

it('[FS-10] the old version still opens a file whose upgrade was killed', async () => {
  const folder = temporaryFolder()
  await fill(folder)
  await startChild(DIE, folder, 'kept').ended()
  const database = await openSqliteDatabase({ folder })
  expect((await database.openStore('ada').usage()).rows).toBe(2)
  await database.close()
})

it('[FS-10] an upgrade that would lose rows, or fails, leaves the old file in place', async () => {
  const folder = temporaryFolder()
  await fill(folder)
  const losing = [
    ...MIGRATIONS,
    { what: 'loses', up: (database: DatabaseSync) => database.exec("delete from rows where id = 'a'") },
  ]
  await expect(openSqliteDatabase({ folder, migrations: losing })).rejects.toThrow('1 of 2 rows')
  const failing = [
    ...MIGRATIONS,
    { what: 'fails', up: (database: DatabaseSync) => database.exec('drop table missing') },
  ]
  await expect(openSqliteDatabase({ folder, migrations: failing })).rejects.toThrow('no such table')
  await assertUpgraded(folder)
})
