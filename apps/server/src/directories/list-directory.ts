import type { Dirent } from 'node:fs'
import { lstat, readdir, readlink } from 'node:fs/promises'
import { join } from 'node:path'
import { drawn, type Tool } from '@stet/tools'
import { type DirectoryToolDeps, directoryTool, orRefused, parseFields, reachOf } from './directory-tool.ts'
import { openInside, pathFailure, pinned, type Reach, toPath } from './inside.ts'

const MOST_LISTED = 500
const MOST_IN_PROMPT = 200

interface Listed {
  readonly path: string
}

/** What is in an exposed directory (T7). Its listing of the roots is part of the system prompt. */
export function createListDirectory(deps: DirectoryToolDeps): Tool<Listed> {
  return {
    ...directoryTool,
    name: 'list_directory',
    title: 'List directory',
    icon: 'folder',
    description:
      'Lists what is in an exposed directory: folders end with /, files come with their size in bytes. Use search_files to find files by name.',
    input: {
      type: 'object',
      properties: { path: { type: 'string', description: 'Absolute path of the directory.' } },
      required: ['path'],
      additionalProperties: false,
    },
    policy: 'auto',
    async instructions({ roots }) {
      const listings = await Promise.all(roots.map(root => describeRoot({ roots, dataFolder: deps.dataFolder }, root)))
      return listings.length === 0 ? null : `<exposed-directories>\n${listings.join('\n\n')}\n</exposed-directories>`
    },
    parse: given => parseFields(given, ({ text }) => ({ path: text('path') })),
    summary: ({ path }) => path,
    async *run({ path }, context) {
      const reach = reachOf(deps, context)
      return orRefused(path, async () => {
        const { entries, more } = await listEntries(reach, toPath(reach, path), MOST_LISTED)
        const lines = entries.map(toLine)
        const rest = more === 0 ? [] : [`[${more} more entries are not listed.]`]
        const text = lines.length === 0 ? 'The directory is empty.' : [...lines, ...rest].join('\n')
        const drawing = entries.map(({ name, size, isFolder }) => ({ path: name, size, isFolder }))
        return drawn(text, [{ kind: 'listing', path, entries: drawing, onDisk: true }])
      })
    },
  }
}

interface Entry {
  readonly name: string
  readonly isFolder: boolean
  readonly size: number
  /** What it is instead of a file or a directory, whose size would mean nothing; null for those. */
  readonly other: string | null
}

function toLine({ name, isFolder, size, other }: Entry): string {
  if (isFolder) return `${name}/`
  return `${name} (${other ?? `${size} bytes`})`
}

interface Entries {
  readonly entries: readonly Entry[]
  readonly more: number
}

/** Folders first, then by name. */
async function listEntries(reach: Reach, path: string, most: number): Promise<Entries> {
  const opened = await openInside(reach, path, 'directory')
  try {
    const folder = pinned(opened)
    const found = (await readdir(folder, { withFileTypes: true })).toSorted(inOrder)
    const entries = found.slice(0, most).map(async (entry): Promise<Entry> => {
      const isFolder = entry.isDirectory()
      const at = join(folder, entry.name)
      const size = entry.isFile() ? await sizeOf(at) : 0
      return { name: entry.name, isFolder, size, other: await otherKind(entry, at) }
    })
    return { entries: await Promise.all(entries), more: Math.max(0, found.length - most) }
  } finally {
    await opened.handle.close()
  }
}

/** A file may be deleted while its directory is listed. */
async function sizeOf(path: string): Promise<number> {
  try {
    return (await lstat(path)).size
  } catch (error) {
    if (pathFailure(error, path) === null) throw error
    return 0
  }
}

async function otherKind(entry: Dirent, path: string): Promise<string | null> {
  if (entry.isFile() || entry.isDirectory()) return null
  if (!entry.isSymbolicLink()) return 'not a regular file'
  try {
    return `link to ${await readlink(path)}`
  } catch (error) {
    if (pathFailure(error, path) === null) throw error
    return 'link'
  }
}

function inOrder(one: Dirent, other: Dirent): number {
  if (one.isDirectory() !== other.isDirectory()) return one.isDirectory() ? -1 : 1
  return one.name < other.name ? -1 : 1
}

/** The first two levels of a directory, for the system prompt. */
async function describeRoot(reach: Reach, root: string): Promise<string> {
  try {
    const { entries, more } = await listEntries(reach, root, MOST_IN_PROMPT)
    const lines: string[] = []
    for (const { name, isFolder } of entries) {
      lines.push(`  ${JSON.stringify(name).slice(1, -1)}${isFolder ? '/' : ''}`)
      if (!isFolder || name.startsWith('.') || name === 'node_modules' || lines.length > MOST_IN_PROMPT) continue
      const below = await listEntries(reach, join(root, name), 20)
      for (const each of below.entries) {
        lines.push(`    ${JSON.stringify(each.name).slice(1, -1)}${each.isFolder ? '/' : ''}`)
      }
      if (below.more > 0) lines.push(`    [${below.more} more]`)
    }
    if (more > 0) lines.push(`  [${more} more]`)
    return `${JSON.stringify(root)}:\n${lines.length === 0 ? '  (empty)' : lines.join('\n')}`
  } catch (error) {
    const because = pathFailure(error, root)
    if (because === null) throw error
    return `${JSON.stringify(root)}: ${because}`
  }
}
