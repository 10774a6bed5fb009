import { constants } from 'node:fs'
import { access, readdir, realpath, stat } from 'node:fs/promises'
import { dirname, isAbsolute, join, resolve } from 'node:path'
import type { BrowsedDirectory, Directories, FoundDirectory } from '@stet/engine'
import { isInside, openInside, pathFailure } from './inside.ts'

/** All by their canonical paths. */
export interface DirectoriesDeps {
  /** Never exposed, nor anything that contains it (Z-9). */
  readonly dataFolder: string
  /** Only what is inside these can be exposed; anything where there is none. */
  readonly allowed: readonly string[]
  /** Of the user who runs the server. */
  readonly home: string
}

const DIRECTIVE_FILES = ['AGENTS.md', 'GEMINI.md', 'CLAUDE.md']
const LONGEST_DIRECTIVE = 64 * 1024
const MOST_BROWSED = 1000

/** The directories of this computer (T7). */
export function createDirectories({ dataFolder, allowed, home }: DirectoriesDeps): Directories {
  /** Why a directory cannot be exposed, as a clause for the user; null when it can. */
  function whyRefused(real: string): string | null {
    if (isInside(dataFolder, real)) return `${real} belongs to Stet itself`
    if (isInside(real, dataFolder)) return `${real} contains the data of Stet; choose a directory inside it`
    if (allowed.length === 0 || allowed.some(root => isInside(root, real))) return null
    return `${real} is outside the directories that this server allows (STET_ROOTS): ${allowed.join(', ')}`
  }

  async function resolveDirectory(path: string): Promise<Resolved> {
    const written = path === '~' || path.startsWith('~/') ? join(home, path.slice(1)) : path
    if (!isAbsolute(written) || written.includes('\0')) return refused(`the path ${path} is not absolute`)
    try {
      const real = await realpath(resolve(written))
      if (!(await stat(real)).isDirectory()) return refused(`${path} is not a directory`)
      await access(real, constants.R_OK | constants.X_OK)
      return { kind: 'resolved', real }
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
        return refused(`there is no directory ${path}`)
      }
      const because = pathFailure(error, path)
      if (because === null) throw error
      return refused(because.replace(/\.$/, ''))
    }
  }

  return {
    async find(path): Promise<FoundDirectory> {
      const found = await resolveDirectory(path)
      if (found.kind === 'refused') return found
      const because = whyRefused(found.real)
      if (because !== null) return refused(because)
      return { kind: 'found', root: found.real, directives: await readDirectives(found.real, dataFolder) }
    },

    async browse(path): Promise<BrowsedDirectory> {
      if (path === null) {
        const starts = allowed.length > 0 ? allowed : [home, resolve('/')]
        const entries = starts.map(start => ({ name: start, path: start, refused: whyRefused(start) }))
        return { kind: 'browsed', path: null, parent: null, refused: null, entries, more: 0 }
      }
      const found = await resolveDirectory(path)
      if (found.kind === 'refused') return found
      const { real } = found
      const parent = dirname(real)
      // What is outside the allowed directories is not even listed.
      const isStart = allowed.includes(real) || parent === real
      if (allowed.length > 0 && !allowed.some(root => isInside(root, real))) return refused(whyRefused(real) ?? '')
      const names = (await readdir(real, { withFileTypes: true }))
        .filter(entry => entry.isDirectory())
        .map(({ name }) => name)
        .toSorted((one, other) => one.localeCompare(other))
      const entries = names.slice(0, MOST_BROWSED).map(name => {
        const at = join(real, name)
        return { name, path: at, refused: whyRefused(at) }
      })
      const more = Math.max(0, names.length - MOST_BROWSED)
      return { kind: 'browsed', path: real, parent: isStart ? null : parent, refused: whyRefused(real), entries, more }
    },
  }
}

type Resolved = { readonly kind: 'resolved'; readonly real: string } | Refused

interface Refused {
  readonly kind: 'refused'
  readonly because: string
}

function refused(because: string): Refused {
  return { kind: 'refused', because }
}

export type Directive = Extract<FoundDirectory, { kind: 'found' }>['directives'][number]

/** The instructions for models in a directory. Two names of one file are read once. */
export async function readDirectives(root: string, dataFolder: string): Promise<readonly Directive[]> {
  const found = new Map<string, Directive>()
  for (const name of DIRECTIVE_FILES) {
    const path = join(root, name)
    try {
      const opened = await openInside({ roots: [root], dataFolder }, path, 'file')
      try {
        const { buffer, bytesRead } = await opened.handle.read(Buffer.alloc(LONGEST_DIRECTIVE), 0, LONGEST_DIRECTIVE, 0)
        const cut = opened.stats.size > bytesRead ? `\n[Cut after ${bytesRead} of ${opened.stats.size} bytes.]` : ''
        if (!found.has(opened.path)) {
          found.set(opened.path, { path, text: `${buffer.toString('utf8', 0, bytesRead)}${cut}` })
        }
      } finally {
        await opened.handle.close()
      }
    } catch (error) {
      // One that is missing or leads elsewhere is none.
      if (pathFailure(error, path) === null) throw error
    }
  }
  return [...found.values()]
}
