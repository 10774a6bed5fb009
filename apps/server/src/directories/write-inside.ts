import { randomBytes } from 'node:crypto'
import { constants, type Stats } from 'node:fs'
import { lstat, mkdir, open, realpath, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { isInside, type Opened, openInside, PathRefused, pinned, quoted, type Reach, refuseOutside } from './inside.ts'

const MOST_FOLDERS = 50

/**
 * Writes a file in one step: a reader sees the old content or the new one, and a second name of the old file (a hard link) keeps the old.
 * `check` runs last, right before the file is replaced. Missing folders are made.
 */
export async function writeInside(
  reach: Reach,
  path: string,
  bytes: Uint8Array,
  check: () => Promise<void>,
): Promise<void> {
  const target = await followLink(reach, path)
  const folder = await openFolder(reach, dirname(target))
  try {
    const there = join(pinned(folder), basename(target))
    const existing = await statOf(there)
    if (existing !== null && !existing.isFile()) throw new PathRefused(`${quoted(path)} is not a regular file.`)
    const written = join(pinned(folder), `.stet-${randomBytes(8).toString('hex')}`)
    try {
      await writeNew(written, bytes, existing)
      await check()
      await rename(written, there)
    } finally {
      await rm(written, { force: true })
    }
  } finally {
    await folder.handle.close()
  }
}

/** Where a link inside an exposed directory leads; the path itself where it is none, or nothing is there. */
async function followLink(reach: Reach, path: string): Promise<string> {
  if ((await statOf(path)) === null) return path
  const real = await realpath(path)
  refuseOutside(reach, real, path)
  return real
}

/** Opens a folder and makes it where it is missing, one level after the other, each below one that was checked. */
async function openFolder(reach: Reach, path: string): Promise<Opened> {
  const missing: string[] = []
  let above = path
  while ((await statOf(above)) === null) {
    missing.unshift(basename(above))
    above = dirname(above)
    if (missing.length > MOST_FOLDERS || !reach.roots.some(root => isInside(root, above))) {
      throw new PathRefused(`The folder of ${quoted(path)} cannot be made.`)
    }
  }
  let folder = await openInside(reach, above, 'directory')
  for (const name of missing) {
    const { handle } = folder
    try {
      await mkdir(join(pinned(folder), name))
      folder = await openInside(reach, join(folder.path, name), 'directory')
    } finally {
      await handle.close()
    }
  }
  return folder
}

async function writeNew(path: string, bytes: Uint8Array, existing: Stats | null): Promise<void> {
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0)
  const handle = await open(path, flags)
  try {
    if (existing !== null) await handle.chmod(existing.mode & 0o777)
    await handle.writeFile(bytes)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function statOf(path: string): Promise<Stats | null> {
  try {
    return await lstat(path)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}
