import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { makePut } from '../../testing/bench.ts'
import { startChild, temporaryFolder } from '../../testing/host.ts'
import { openSqliteDatabase } from '../open-sqlite-database.ts'

const HOLD = `
  import { openSqliteDatabase } from ${JSON.stringify(new URL('../open-sqlite-database.ts', import.meta.url).href)}
  const database = await openSqliteDatabase({ folder: process.argv[1] })
  const put = { kind: 'put', shelf: 'messages', parent: 'chat', order: 'next', expect: 0, refs: [], body: new Uint8Array(1) }
  await database.openStore('ada').write([{ ...put, id: String(process.pid) }])
  console.log('holds')
  process.stdin.on('end', async () => { await database.close(); console.log('closed') }).resume()
`

it('[FS-5] a second process is refused with the id of the first, until that ends', async () => {
  const folder = temporaryFolder()
  const child = startChild(HOLD, folder)
  expect(await child.line()).toBe('holds')
  const message = expect.stringContaining(`process ${child.process.pid},`)
  await expect(openSqliteDatabase({ folder })).rejects.toMatchObject({ name: 'StoreError', kind: 'in-use', message })
  await expect(openSqliteDatabase({ folder })).rejects.toMatchObject({ kind: 'in-use' })

  child.process.stdin?.end()
  expect(await child.line()).toBe('closed')
  const database = await openSqliteDatabase({ folder })
  expect(await database.openStore('ada').get('messages', String(child.process.pid))).toMatchObject({ version: 1 })
  await database.close()
})

it('[FS-5] the place of a process that was killed is free', async () => {
  const folder = temporaryFolder()
  for (let round = 1; round <= 2; round += 1) {
    const child = startChild(HOLD, folder)
    expect(await child.line()).toBe('holds')
    child.process.kill('SIGKILL')
    expect(await child.ended()).toMatchObject({ signal: 'SIGKILL' })
    expect(existsSync(join(folder, 'lock.json'))).toBe(true)
  }
  const database = await openSqliteDatabase({ folder })
  expect(await database.openStore('ada').usage()).toMatchObject({ rows: 2 })
  await database.close()
})

it('[FS-5] one of many processes that start at once gets in', async () => {
  const folder = temporaryFolder()
  const children = Array.from({ length: 4 }, () => startChild(HOLD, folder))
  const answers = await Promise.allSettled(children.map(child => child.line()))
  expect(answers.filter(answer => answer.status === 'fulfilled')).toHaveLength(1)
  for (const answer of answers) {
    if (answer.status === 'rejected') expect(String(answer.reason)).toContain("kind: 'in-use'")
  }
})

it('[FS-5] the same process cannot open a folder twice', async () => {
  const folder = temporaryFolder()
  const database = await openSqliteDatabase({ folder })
  const message = expect.stringContaining(`process ${process.pid},`)
  await expect(openSqliteDatabase({ folder })).rejects.toMatchObject({ kind: 'in-use', message })
  await database.openStore('ada').write([makePut('a')])
  await database.close()
  await (await openSqliteDatabase({ folder })).close()
})

it('[Z-15] data files are closed to other users', async () => {
  const folder = join(temporaryFolder(), 'new', 'folder')
  const source = { shelf: 'messages', toDocument: () => null }
  const database = await openSqliteDatabase({ folder, search: [source] })
  await database.openStore('ada').write([makePut('a')])
  const files = [
    'stet.sqlite',
    'stet.sqlite-wal',
    'stet.sqlite-shm',
    'search.sqlite',
    'search.sqlite-wal',
    'lock.sqlite',
    'lock.json',
  ]
  const modes = files.map(file => (statSync(join(folder, file)).mode & 0o777).toString(8))
  expect(modes).toEqual(files.map(() => '600'))
  expect((statSync(folder).mode & 0o777).toString(8)).toBe('700')
  await database.close()
})
