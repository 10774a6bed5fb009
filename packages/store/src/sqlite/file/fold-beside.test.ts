import { statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { expect, it, onTestFinished } from 'vitest'
import { temporaryFolder } from '../../testing/host.ts'
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
