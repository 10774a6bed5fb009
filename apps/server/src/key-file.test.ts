import { chmod, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openKeyFile } from './key-file.ts'
import { temporaryFolder } from './testing/stet-process.ts'

it('[Z-15] is made once, for its owner alone, and opens as the same key', async () => {
  await using folder = await temporaryFolder()
  const made = await openKeyFile(folder.path)
  const file = join(folder.path, 'secrets.key')
  expect([(await stat(file)).mode & 0o777, await readdir(folder.path)]).toEqual([0o600, ['secrets.key']])
  expect([made.length, await openKeyFile(folder.path)]).toEqual([32, made])
  expect(await readFile(file, 'utf8')).toMatch(/^[A-Z2-7]{52}\n$/)
})

it('[Z-15] is closed to others where it was opened to them', async () => {
  await using folder = await temporaryFolder()
  const made = await openKeyFile(folder.path)
  const file = join(folder.path, 'secrets.key')
  await chmod(file, 0o644)
  expect(await openKeyFile(folder.path)).toEqual(made)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
})

it('[FS-8] is refused when it is not one, and never overwritten', async () => {
  await using folder = await temporaryFolder()
  const file = join(folder.path, 'secrets.key')
  for (const text of ['', 'no key at all\n', `${'A'.repeat(51)}\n`]) {
    await writeFile(file, text)
    await expect(openKeyFile(folder.path)).rejects.toMatchObject({
      kind: 'locked',
      message: expect.stringContaining('is not a key that Stet wrote'),
    })
    expect(await readFile(file, 'utf8')).toBe(text)
  }
})

it('[FS-1] is made although an earlier start died while it made one', async () => {
  await using folder = await temporaryFolder()
  await writeFile(join(folder.path, 'secrets.key.next'), 'HALF')
  await openKeyFile(folder.path)
  expect(await readdir(folder.path)).toEqual(['secrets.key'])
})

it('says what is wrong with a file that cannot be read', async () => {
  await using folder = await temporaryFolder()
  await mkdir(join(folder.path, 'secrets.key'))
  await expect(openKeyFile(folder.path)).rejects.toMatchObject({ code: 'EISDIR' })
})
