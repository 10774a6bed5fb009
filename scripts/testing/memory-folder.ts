import { existsSync, statfsSync } from 'node:fs'

const FOLDER = '/dev/shm'
/** Containers often have 64 MB there, which a browser alone can fill. */
const ENOUGH = 2 * 1024 ** 3

/**
 * Lets what this process and its children write to the temporary folder be in memory, where the system offers that: a test flushes its
 * database dozens of times, and each flush to a disk takes several milliseconds.
 */
export function preferMemoryFolder(env: NodeJS.ProcessEnv): void {
  if (env.TMPDIR !== undefined || !existsSync(FOLDER)) return
  const { bavail, bsize } = statfsSync(FOLDER)
  if (bavail * bsize >= ENOUGH) env.TMPDIR = FOLDER
}
