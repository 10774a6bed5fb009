import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { temporaryFolder } from '../../testing/host.ts'
import { openSqliteDatabase } from '../open-sqlite-database.ts'
import { assertFolderIsSafe, type FolderFacts, readFolderFacts } from './data-folder.ts'

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
