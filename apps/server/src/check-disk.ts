import { StoreError } from '@stet/store'

/** Less than this is as good as full: one commit of the database needs more. */
const LEAST_FREE_BYTES = 1024 * 1024

interface Free {
  readonly bavail: number
  readonly bsize: number
}

/** Rejects with a `StoreError` when the disk of a folder has no room left. */
export async function checkDisk(folder: string, statfs: (folder: string) => Promise<Free>): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize < LEAST_FREE_BYTES) throw new StoreError('full', `the disk of ${folder} is full`)
}
