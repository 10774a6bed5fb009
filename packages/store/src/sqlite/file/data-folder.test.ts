import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { makePut } from '../../testing/bench.ts'
import { temporaryFolder } from '../../testing/host.ts'
import { openSqliteDatabase } from '../open-sqlite-database.ts'
import { assertFolderIsSafe, type FolderFacts, readFolderFacts } from './data-folder.ts'
import { setAside } from './set-aside.ts'

const safe: FolderFacts = { owner: 1000, user: 1000, unwritable: null, fileSystem: 0xef53 }

describe('a data folder', () => {
  const cases: readonly (readonly [string, Partial<FolderFacts>, RegExp])[] = [
    ['on NFS', { fileSystem: 0x6969 }, /network file system \(NFS\)/],
    ['on SMB', { fileSystem: 0xfe534d42 }, /network file system \(SMB\)/],
    ['on CIFS', { fileSystem: 0xff534d42 }, /network file system \(CIFS\)/],
    ['on 9p', { fileSystem: 0x01021997 }, /network file system \(9p\)/],
    ['of another user', { owner: 0 }, /belongs to user 0, and this is user 1000/],
    ['that is read-only', { unwritable: 'EROFS' }, /cannot be written \(EROFS\)/],
  ]
  it.each(cases)('[FS-6] %s is refused with the reason', async (_name, facts, message) => {
    const folder = temporaryFolder()
    const opened = openSqliteDatabase({ folder, readFacts: () => ({ ...safe, ...facts }) })
    await expect(opened).rejects.toMatchObject({
      name: 'StoreError',
      kind: 'refused',
      message: expect.stringMatching(message),
    })
    expect(readdirSync(folder)).toEqual([])
  })

  it('[FS-6] that is local, writable and ours is used', () => {
    expect(() => assertFolderIsSafe('folder', safe)).not.toThrow()
    expect(() => assertFolderIsSafe('folder', { ...safe, user: null, fileSystem: null })).not.toThrow()
  })

  it.each(['secrets.key', 'journal.sqlite', 'search.sqlite', 'stet.sqlite-wal', 'stet.sqlite.format-1'])(
    '[FS-4] that holds %s and no database is refused, and nothing is made in it',
    async name => {
      const folder = temporaryFolder()
      writeFileSync(join(folder, name), 'left')
      await expect(openSqliteDatabase({ folder })).rejects.toMatchObject({
        name: 'StoreError',
        kind: 'missing',
        message: expect.stringMatching(new RegExp(`stet.sqlite is missing, but ${name} shows .* --fresh`)),
      })
      expect(existsSync(join(folder, 'stet.sqlite'))).toBe(false)
    },
  )

  it('[FS-4] gives its files to a folder of their own, and starts empty', async () => {
    const folder = temporaryFolder()
    const old = await openSqliteDatabase({ folder })
    await old.openStore('ada').write([makePut('a')])
    await old.close()
    writeFileSync(join(folder, 'secrets.key'), 'key')
    const before = readFileSync(join(folder, 'stet.sqlite'))
    const target = await setAside(folder, new Date(0))
    expect(target).toBe(join(folder, 'set-aside-1970-01-01T00-00-00.000Z'))
    expect(readFileSync(join(target ?? '', 'stet.sqlite'))).toEqual(before)
    expect(readFileSync(join(target ?? '', 'secrets.key'), 'utf8')).toBe('key')
    const fresh = await openSqliteDatabase({ folder })
    expect((await fresh.openStore('ada').usage()).rows).toBe(0)
    await fresh.close()
    expect(await setAside(temporaryFolder(), new Date(0))).toBeNull()
  })

  it('[FS-6] is judged by what the system says of it', () => {
    const folder = temporaryFolder()
    const facts = readFolderFacts(folder)
    expect(facts).toMatchObject({ owner: process.getuid?.(), user: process.getuid?.(), unwritable: null })
    expect(facts.fileSystem === null).toBe(process.platform !== 'linux')
  })

  it('[FS-6] on a read-only mount, or without permission, is refused', async () => {
    const folder = temporaryFolder()
    const mount = join(folder, 'mount')
    mkdirSync(mount)
    // Permissions do not stop root, a mount does; another user cannot mount, and is stopped by permissions.
    if (process.getuid?.() === 0) {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'ro,size=64k', 'stet-test', mount])
      onTestFinished(() => {
        execFileSync('umount', [mount])
      })
    } else chmodSync(mount, 0o500)
    await expect(openSqliteDatabase({ folder: mount })).rejects.toMatchObject({ name: 'StoreError', kind: 'refused' })
    expect(readdirSync(mount)).toEqual([])
    await expect(openSqliteDatabase({ folder: join(mount, 'new') })).rejects.toMatchObject({ kind: 'refused' })
    expect(existsSync(join(mount, 'new'))).toBe(false)
  })

  it('[Z-15] that others could enter is closed to them', async () => {
    const folder = temporaryFolder()
    chmodSync(folder, 0o755)
    await (await openSqliteDatabase({ folder })).close()
    expect(statSync(folder).mode & 0o777).toBe(0o700)
  })
})

it('[FS-6] a data folder under /proc, where nothing can be made, is refused at once', async () => {
  const opened = openSqliteDatabase({ folder: '/proc/stet/data' })
  await expect(opened).rejects.toThrow('/proc/stet/data cannot be used: it cannot be made')
})
