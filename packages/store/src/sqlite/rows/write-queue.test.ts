import { statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it, onTestFinished } from 'vitest'
import { BlobMissing, Conflict } from '../../contract/store-error.ts'
import { idsOf, makePut } from '../../testing/bench.ts'
import { temporaryFolder } from '../../testing/host.ts'
import { dataFiles } from '../file/data-folder.ts'
import { openSqliteDatabase, type SqliteDatabaseOptions } from '../open-sqlite-database.ts'

const busy = { name: 'StoreError', kind: 'busy', retryable: true }

async function open(options: Partial<SqliteDatabaseOptions> = {}) {
  const folder = options.folder ?? temporaryFolder()
  const database = await openSqliteDatabase({ ...options, folder })
  onTestFinished(() => database.close())
  return { folder, store: database.openStore('ada'), database }
}

describe('writes at the same time', () => {
  it('[S7] share a commit, and the failure of one hurts no other', async () => {
    const { store } = await open()
    await store.write([makePut('a', { order: 0 })])
    const results = await Promise.allSettled([
      store.write([makePut('b'), makePut('c')]),
      store.write([makePut('lost'), makePut('a')]),
      store.write([makePut('lost', { refs: ['blob:x'] })]),
      store.write([makePut('d')]),
      store.write([makePut('lost'), makePut('half \ud800')]),
      store.blobs.put('x', new Uint8Array(1), 0),
      store.write([makePut('e', { refs: ['blob:x'] })]),
    ])
    const reasons = results.map(result => (result.status === 'rejected' ? result.reason : 'done'))
    const half = expect.any(TypeError)
    expect(reasons).toEqual([
      'done',
      new Conflict('messages', 'a', 0, 1),
      new BlobMissing(['x']),
      'done',
      half,
      'done',
      'done',
    ])
    const { rows } = await store.list('messages', { by: { parent: 'chat' }, limit: 10 })
    expect(idsOf(rows)).toEqual(['a', 'b', 'c', 'd', 'e'])
    expect((await store.usage()).sequence).toBe(5)
  })

  it('[FH-10] are done in the order they were asked for', async () => {
    const { store } = await open()
    const written = await Promise.all(Array.from({ length: 300 }, (_, at) => store.write([makePut(`m${at}`)])))
    expect(written.map(({ sequence }) => sequence)).toEqual(Array.from({ length: 300 }, (_, at) => at + 1))
  })

  it('[S7] that were asked for before a close are done, those behind it are not', async () => {
    const { store, database, folder } = await open()
    const before = store.write([makePut('before')])
    const closing = database.close()
    await expect(store.write([makePut('behind')])).rejects.toMatchObject({ kind: 'closed' })
    expect(() => database.openStore('ada')).toThrow('closed')
    await Promise.all([before, closing])
    const again = await open({ folder })
    expect(await again.store.getMany('messages', ['before', 'behind'])).toMatchObject([{ id: 'before' }, null])
  })
})

describe('while a commit is synced', () => {
  /** Each sync waits until the test ends it. */
  function openGatedLog() {
    const syncs: PromiseWithResolvers<void>[] = []
    const asked = new Map<number, PromiseWithResolvers<void>>()
    const sync = (number: number) => {
      const known = asked.get(number) ?? Promise.withResolvers<void>()
      asked.set(number, known)
      return known
    }
    return {
      log: {
        sync() {
          const gate = Promise.withResolvers<void>()
          sync(syncs.push(gate)).resolve()
          return gate.promise
        },
        close: () => undefined,
      },
      /** Resolves when the sync of this number, from 1, was asked for. */
      async begun(number: number) {
        await sync(number).promise
        const gate = syncs[number - 1]
        if (gate === undefined) throw new Error(`there is no sync ${number}`)
        return gate
      },
    }
  }

  it('[S7] nothing is acknowledged and nobody reads what is not on the disk, and other work continues', async () => {
    const { log, begun } = openGatedLog()
    const { store } = await open({ openLog: () => log })
    const events: string[] = []
    const first = store.write([makePut('a')]).then(() => events.push('a is saved'))
    const gate = await begun(1)
    const read = store.get('messages', 'a').then(row => events.push(`read ${row?.id}`))
    const second = store.write([makePut('b')]).then(() => events.push('b is saved'))
    await new Promise(resolve => setImmediate(resolve))
    expect(events).toEqual([])
    gate.resolve()
    await Promise.all([first, read])
    expect(events).toEqual(['a is saved', 'read a'])
    ;(await begun(2)).resolve()
    await second
    expect(events).toEqual(['a is saved', 'read a', 'b is saved'])
  })

  it('[S7] writes that arrive meanwhile share the next commit', async () => {
    const { log, begun } = openGatedLog()
    const { store } = await open({ openLog: () => log })
    const first = store.write([makePut('first')])
    const gate = await begun(1)
    const rest = Array.from({ length: 100 }, (_, at) => store.write([makePut(`m${at}`)]))
    gate.resolve()
    await first
    ;(await begun(2)).resolve()
    expect((await Promise.all(rest)).map(({ sequence }) => sequence)).toEqual(rest.map((_, at) => at + 2))
  })

  it('[S7] [FS-2] a disk that fails to save is written to no more, and what was saved before can be read', async () => {
    const { log, begun } = openGatedLog()
    const { store } = await open({ openLog: () => log })
    const saved = store.write([makePut('saved')])
    ;(await begun(1)).resolve()
    await saved
    const failing = store.write([makePut('lost')])
    const gate = await begun(2)
    const behind = store.write([makePut('behind')])
    gate.reject(new Error('EIO: i/o error, fdatasync'))
    const refused = { name: 'StoreError', kind: 'unreadable', message: expect.stringContaining('start Stet again') }
    await expect(failing).rejects.toMatchObject(refused)
    await expect(behind).rejects.toMatchObject(refused)
    await expect(store.write([makePut('later')])).rejects.toMatchObject(refused)
    expect(await store.getMany('messages', ['saved', 'behind'])).toMatchObject([{ id: 'saved' }, null])
  })
})

describe('another program that holds the database', () => {
  function hold(folder: string, sql: string): DatabaseSync {
    const other = new DatabaseSync(dataFiles(folder).database)
    other.exec(sql)
    return other
  }

  it('[FS-3] makes a write wait without blocking anything', async () => {
    const { store, folder } = await open()
    const other = hold(folder, 'begin immediate')
    let turns = 0
    const turning = setInterval(() => {
      turns += 1
      if (turns === 10) other.close()
    }, 5)
    const writes = await Promise.all([store.write([makePut('a')]), store.write([makePut('b')])])
    clearInterval(turning)
    expect(turns).toBeGreaterThanOrEqual(10)
    expect(writes.map(({ sequence }) => sequence)).toEqual([1, 2])
  })

  it('[FS-3] for too long makes a write fail, to be tried again', async () => {
    const { store, folder } = await open({ patience: 100 })
    const other = hold(folder, 'begin immediate')
    await expect(store.write([makePut('a')])).rejects.toMatchObject(busy)
    expect(await store.get('messages', 'a')).toBeNull()
    other.close()
    expect(await store.write([makePut('a')])).toMatchObject({ sequence: 1 })
  })

  it('[FS-3] for less than five seconds is waited for', async () => {
    const { store, folder } = await open()
    const other = hold(folder, 'begin immediate')
    const started = performance.now()
    await expect(store.write([makePut('a')])).rejects.toMatchObject(busy)
    expect(performance.now() - started).toBeGreaterThanOrEqual(5_000)
    other.close()
  })

  it('[FS-3] for a long backup does not keep the log from shrinking afterwards', { timeout: 60_000 }, async () => {
    const { store, folder } = await open()
    const reader = hold(folder, 'begin; select * from owners')
    reader.prepare('select * from owners').all()
    for (let at = 0; at < 100; at += 1) await store.write([makePut(`m${at}`, { body: new Uint8Array(1_000_000) })])
    expect(statSync(dataFiles(folder).wal).size).toBeGreaterThan(90_000_000)
    reader.close()
    let written = 0
    // A write begins the log again from its start once all of it has been copied.
    const sizeAfterWrite = async () => {
      written += 1
      await store.write([makePut(`n${written}`)])
      return statSync(dataFiles(folder).wal).size
    }
    await expect.poll(sizeAfterWrite).toBeLessThanOrEqual(64 * 1024 * 1024)
  })
})
