import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createMemoryDatabase } from '../memory/memory-store.ts'
import { openSqliteDatabase } from '../sqlite/open-sqlite-database.ts'
import { describeStore, makePut } from '../testing/index.ts'
import { makeKey } from './key-text.ts'
import { createSealedDatabase } from './sealed-database.ts'

describeStore('a sealed memory database', async () => {
  const key = makeKey()
  const sealed = createSealedDatabase(createMemoryDatabase())
  return { openStore: owner => sealed.openStore(owner, key), close: () => sealed.close() }
})

describeStore('a sealed SQLite database', async () => {
  const key = makeKey()
  const folder = await mkdtemp(join(tmpdir(), 'stet-sealed-'))
  const sealed = createSealedDatabase(await openSqliteDatabase({ folder, search: [] }))
  return {
    openStore: owner => sealed.openStore(owner, key),
    async close() {
      await sealed.close()
      await rm(folder, { recursive: true })
    },
  }
})

describe('a sealed database', () => {
  it('[FS-8] asks each owner for its own key, and opens again after a wrong one', async () => {
    const sealed = createSealedDatabase(createMemoryDatabase())
    const [ada, bob] = [makeKey(), makeKey()]
    await (await sealed.openStore('ada', ada)).write([makePut('a')])
    await (await sealed.openStore('bob', bob)).write([makePut('a')])
    await expect(sealed.openStore('ada', bob)).rejects.toMatchObject({ kind: 'locked' })
    expect((await (await sealed.openStore('ada', ada)).usage()).rows).toBe(1)
    await expect(createSealedDatabase(createMemoryDatabase()).openStore('ada', new Uint8Array(5))).rejects.toThrow(
      '32 bytes',
    )
  })
})
