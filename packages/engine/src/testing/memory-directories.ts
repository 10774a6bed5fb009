import type { Directories, FoundDirectory } from '../run/request/environment.ts'

export interface MemoryDirectories extends Directories {
  /** By the one name of each; a test adds and removes. A path may also be written with a slash at its end. */
  readonly there: Map<string, string>
}

/** Directories that a test makes up, each with the text of its AGENTS.md, which may be none. */
export function createMemoryDirectories(there: Readonly<Record<string, string>>): MemoryDirectories {
  const directories = new Map(Object.entries(there))
  return {
    there: directories,
    async find(path): Promise<FoundDirectory> {
      const root = path.replace(/\/$/, '')
      const text = directories.get(root)
      if (text === undefined) return { kind: 'refused', because: `there is no directory ${path}` }
      return { kind: 'found', root, directives: text === '' ? [] : [{ path: `${root}/AGENTS.md`, text }] }
    },
    async browse(path) {
      const entries = [...directories.keys()].map(name => ({ name, path: name, refused: null }))
      return { kind: 'browsed', path, parent: null, refused: null, entries: path === null ? entries : [], more: 0 }
    },
  }
}
