import { statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { expect, it } from 'vitest'
import { checkDisk } from './check-disk.ts'

it('[FS-2] reports a disk without room, and no other', async () => {
  await expect(checkDisk('/data', async () => ({ bavail: 10, bsize: 4096 }))).rejects.toMatchObject({ kind: 'full' })
  await expect(checkDisk('/data', async () => ({ bavail: 256, bsize: 4096 }))).resolves.toBeUndefined()
  await expect(checkDisk(tmpdir(), statfs)).resolves.toBeUndefined()
})
