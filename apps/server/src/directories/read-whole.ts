import { type Opened, openInside, PathRefused, quoted, type Reach } from './inside.ts'

/** The largest file that is read as a whole. */
export const LARGEST_FILE = 10 * 1024 * 1024

export interface WholeFile {
  /** Its canonical path. */
  readonly path: string
  readonly bytes: Uint8Array
}

/** The whole content of a file that is not too large. */
export async function readWhole(reach: Reach, path: string): Promise<WholeFile> {
  const opened = await openInside(reach, path, 'file')
  try {
    return { path: opened.path, bytes: await readOpened(opened, path) }
  } finally {
    await opened.handle.close()
  }
}

async function readOpened({ handle, stats }: Opened, path: string): Promise<Uint8Array> {
  if (stats.size > LARGEST_FILE) throw tooLarge(path, stats.size)
  // A file of /proc has no size, and one can grow: never more than the limit is read, whatever its size was.
  const bytes = Buffer.alloc(Math.min(LARGEST_FILE, Math.max(stats.size, 64 * 1024)) + 1)
  let length = 0
  while (length < bytes.length) {
    const { bytesRead } = await handle.read(bytes, length, bytes.length - length, length)
    if (bytesRead === 0) break
    length += bytesRead
  }
  if (length > LARGEST_FILE) throw tooLarge(path, length)
  if (length === bytes.length) throw new PathRefused(`${quoted(path)} grew while it was read. Read it again.`)
  return bytes.subarray(0, length)
}

function tooLarge(path: string, size: number): PathRefused {
  return new PathRefused(
    `${quoted(path)} has ${size} bytes; files of up to ${LARGEST_FILE} bytes can be read. Use search_files to find parts of it.`,
  )
}
