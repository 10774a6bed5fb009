import { constants, type Stats } from 'node:fs'
import { type FileHandle, lstat, open, readlink, realpath } from 'node:fs/promises'
import { isAbsolute, resolve, sep } from 'node:path'

/** A path that tools must not reach, or that is not what they need. Its message is a sentence for the model. */
export class PathRefused extends Error {
  override readonly name = 'PathRefused'
}

/** Whether a path is a directory or anything in it. The separator is exact: `/srv/app` does not contain `/srv/app-evil` (Z-8). */
export function isInside(directory: string, path: string): boolean {
  return path === directory || path.startsWith(directory.endsWith(sep) ? directory : `${directory}${sep}`)
}

const LONGEST_PATH = 4096

/** What tools of one call may reach. */
export interface Reach {
  /** The directories that the chat exposes, by their canonical paths. */
  readonly roots: readonly string[]
  /** The data of Stet itself, which no tool reaches even where it was moved into an exposed directory (Z-9). */
  readonly dataFolder: string
}

/** The absolute path that a model means. It may still lead out of its directory through a link: whatever opens it checks again. */
export function toPath({ roots }: Reach, path: string): string {
  if (roots.length === 0) throw new PathRefused('No directory is exposed in this chat. Ask the user to expose one.')
  if (path === '' || path.includes('\0') || path.length > LONGEST_PATH) {
    throw new PathRefused(`The path must have 1 to ${LONGEST_PATH} characters and no NUL character.`)
  }
  if (path.startsWith('~') || /^[a-z][a-z+.-]+:/i.test(path)) {
    throw new PathRefused(`${quoted(path)} is not a plain path. Write an absolute path inside an exposed directory.`)
  }
  const [root = ''] = roots
  if (!isAbsolute(path) && roots.length > 1) {
    throw new PathRefused(`Several directories are exposed, so write an absolute path. Exposed: ${list(roots)}.`)
  }
  const absolute = resolve(root, path)
  if (!roots.some(each => isInside(each, absolute))) throw outside(roots, path)
  return absolute
}

export interface Opened {
  readonly handle: FileHandle
  /** Its canonical path, which is inside an exposed directory. */
  readonly path: string
  readonly stats: Stats
}

/**
 * Opens a file or a directory for reading. What counts is where the opened file is, not where its path led to a moment before: a
 * directory that is swapped for a link in between is noticed, and nothing of it is read (Z-8).
 */
export async function openInside(reach: Reach, path: string, kind: 'file' | 'directory'): Promise<Opened> {
  const real = await realpath(path)
  refuseOutside(reach, real, path)
  // Looked at before it is opened: opening a device can already do something.
  refuseKind(await lstat(real), kind, path)
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)
  const handle = await open(real, flags | (kind === 'directory' ? (constants.O_DIRECTORY ?? 0) : 0))
  try {
    const stats = await handle.stat()
    const opened = await pathOfOpened(handle, real)
    refuseOutside(reach, opened, path)
    // By its name as it is now: a hard link that was opened and taken away since has one name again, and that is outside (FT-2).
    const named = kind === 'file' || process.platform !== 'linux' ? await lstat(opened) : stats
    if (named.ino !== stats.ino || named.dev !== stats.dev) {
      throw new PathRefused(`${quoted(path)} was replaced while it was opened. Try again.`)
    }
    refuseKind(named, kind, path)
    return { handle, path: opened, stats }
  } catch (error) {
    await handle.close()
    throw error
  }
}

/** A path to an open directory that cannot be swapped for another one, where the system has such paths. */
export function pinned({ handle, path }: Opened): string {
  return process.platform === 'linux' ? `/proc/${process.pid}/fd/${handle.fd}` : path
}

async function pathOfOpened({ fd }: FileHandle, real: string): Promise<string> {
  if (process.platform === 'linux') return readlink(`/proc/self/fd/${fd}`)
  const again = await realpath(real)
  if (again !== real) throw new PathRefused(`${quoted(real)} was replaced while it was opened. Try again.`)
  return again
}

export function refuseOutside({ roots, dataFolder }: Reach, real: string, path: string): void {
  if (!roots.some(root => isInside(root, real))) throw outside(roots, path)
  if (isInside(dataFolder, real)) throw new PathRefused(`${quoted(path)} belongs to Stet itself and cannot be reached.`)
}

function refuseKind(stats: Stats, kind: 'file' | 'directory', path: string): void {
  if (kind === 'directory') {
    if (!stats.isDirectory()) throw new PathRefused(`${quoted(path)} is not a directory.`)
    return
  }
  if (stats.isDirectory()) throw new PathRefused(`${quoted(path)} is a directory. Use list_directory.`)
  if (!stats.isFile()) throw new PathRefused(`${quoted(path)} is not a regular file and cannot be read.`)
  // Another name of it may be outside, and it is not known where (FT-2).
  if (stats.nlink > 1) {
    throw new PathRefused(`${quoted(path)} has a second name elsewhere (a hard link), so that it may belong outside.`)
  }
}

function outside(roots: readonly string[], path: string): PathRefused {
  return new PathRefused(`${quoted(path)} is not inside an exposed directory. Exposed: ${list(roots)}.`)
}

function list(roots: readonly string[]): string {
  return roots.map(quoted).join(', ')
}

export function quoted(path: string): string {
  return JSON.stringify(path)
}

const sentences: Readonly<Record<string, (path: string) => string>> = {
  ENOENT: path => `There is nothing at ${path}.`,
  EEXIST: path => `${path} was replaced while it was opened. Try again.`,
  EACCES: path => `Stet is not allowed to open ${path}.`,
  EPERM: path => `Stet is not allowed to change ${path}.`,
  ENOTDIR: path => `A part of the path ${path} is a file, not a directory.`,
  EISDIR: path => `${path} is a directory.`,
  ELOOP: path => `${path} is a link that leads nowhere, or was replaced while it was opened.`,
  ENAMETOOLONG: path => `The name ${path} is too long.`,
  EAGAIN: path => `${path} has nothing to read now. It is not an ordinary file.`,
  EINVAL: path => `${path} cannot be used this way.`,
  EIO: path => `The disk could not read or write ${path}.`,
  EMFILE: () => 'Too many files are open. Try again.',
  EDQUOT: () => 'The disk quota is used up.',
  ENXIO: path => `${path} is not a regular file and cannot be read.`,
  ENOSPC: () => 'The disk is full.',
  EROFS: path => `${path} is on a disk that cannot be written to.`,
  EBUSY: path => `${path} is in use.`,
  ETXTBSY: path => `${path} is a program that is running.`,
}

/** What went wrong with a path, as a sentence for the model; null for an error that is a bug. */
export function pathFailure(error: unknown, path: string): string | null {
  if (error instanceof PathRefused) return error.message
  if (!(error instanceof Error && 'code' in error && typeof error.code === 'string')) return null
  return sentences[error.code]?.(quoted(path)) ?? null
}
