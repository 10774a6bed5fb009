import { statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { expect, it, onTestFinished } from 'vitest'
import { startCommand, temporaryFolder } from '../../testing/host.ts'
import { openConnection, pragma } from './connection.ts'
import { dataFiles } from './data-folder.ts'
import { foldBeside } from './fold-beside.ts'

function openLarge() {
  const file = dataFiles(temporaryFolder()).database
  const database = openConnection(file)
  onTestFinished(() => database.close())
  database.exec('create table large (bytes blob)')
  const insert = database.prepare('insert into large values (?)')
  const write = (pages: number) => insert.run(new Uint8Array(pages * 4096))
  const waiting = () => {
    const found = database.prepare('pragma wal_checkpoint(noop)').get()
    return Number(found?.log) - Number(found?.checkpointed)
  }
  return { file, database, write, waiting }
}

const rethrow = (error: Error) => {
  throw error
}

it('[S7] copies a log that has grown long into its file, and leaves a short one', async () => {
  const { file, database, write, waiting } = openLarge()
  const folding = foldBeside(database, [{ schema: 'main', file }], rethrow)
  onTestFinished(() => folding.stop())
  write(100)
  folding.check()
  await folding.idle()
  expect(waiting()).toBeGreaterThanOrEqual(100)
  write(500)
  expect(statSync(file).size).toBeLessThan(100 * 4096)
  folding.check()
  await folding.idle()
  expect(waiting()).toBe(0)
  expect(statSync(file).size).toBeGreaterThan(600 * 4096)
})

it('[FS-3] a log that a backup still reads stays as it is, and is copied later', async () => {
  const { file, database, write, waiting } = openLarge()
  const folding = foldBeside(database, [{ schema: 'main', file }], rethrow)
  onTestFinished(() => folding.stop())
  const backup = new DatabaseSync(file)
  write(1)
  backup.exec('begin; select * from large')
  backup.prepare('select count(*) from large').get()
  write(600)
  folding.check()
  await folding.idle()
  expect(waiting()).toBeGreaterThanOrEqual(600)
  backup.close()
  write(500)
  folding.check()
  await folding.idle()
  expect(waiting()).toBe(0)
  expect(pragma(database, 'integrity_check')).toBe('ok')
})

it('[V6] says when a log could not be copied, which costs nothing that was written', async () => {
  const { database, write } = openLarge()
  const failed: string[] = []
  const folding = foldBeside(database, [{ schema: 'main', file: '\0' }], error => failed.push(error.message))
  onTestFinished(() => folding.stop())
  write(600)
  folding.check()
  await folding.idle()
  expect(failed).toEqual(['the log of the database could not be copied'])
  expect(database.prepare('select count(*) as count from large').get()).toEqual({ count: 1 })
})

it('[S7] a log that cannot be measured fails no write, is reported once, and is left to SQLite', () => {
  const { file, database } = openLarge()
  const failed: string[] = []
  const folding = foldBeside(database, [{ schema: 'main', file }], error => failed.push(error.message))
  database.exec('begin; insert into large values (1)')
  folding.check()
  folding.check()
  database.exec('rollback')
  expect(failed).toEqual(['the log of the database is no longer copied beside other work'])
})

const CLOSE = `
  import { openSqliteDatabase } from ${JSON.stringify(new URL('../open-sqlite-database.ts', import.meta.url).href)}
  const database = await openSqliteDatabase({ folder: process.argv[1] })
  const put = { kind: 'put', shelf: 'messages', parent: 'chat', order: 'next', expect: 0, refs: [] }
  await database.openStore('ada').write([{ ...put, id: 'large', body: new Uint8Array(20_000_000) }])
  await database.close()
  console.log('closed')
`

it('[S7] a database is closed to the end while its log is copied, also where nothing else keeps the process', async () => {
  const args = ['--input-type=module-typescript', '--eval', CLOSE, '--', temporaryFolder()]
  const child = startCommand(process.execPath, args)
  expect(await child.line()).toBe('closed')
  expect(await child.ended()).toMatchObject({ code: 0 })
})
