import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join, posix } from 'node:path'
import type { Readable } from 'node:stream'
import { toText } from '@stet/files'
import { done, failed, type Tool, type ToolResult } from '@stet/tools'
import { rgPath } from '@vscode/ripgrep'
import { type DirectoryToolDeps, directoryTool, orRefused, parseFields, reachOf } from './directory-tool.ts'
import { type Opened, openInside, pathFailure, pinned, type Reach, toPath } from './inside.ts'
import { LARGEST_FILE, readWhole } from './read-whole.ts'

const MOST_HITS = 200
const LONGEST_LINE = 400
const LONGEST_ERROR = 2000
const DEADLINE_MS = 30_000
/** Files that are looked at again at the same time: each may be large. */
const AT_ONCE = 16

interface Search {
  readonly pattern: string
  readonly path: string
  readonly glob: string
  readonly literal: boolean
  readonly ignoreCase: boolean
}

/** Finds lines or files in an exposed directory with ripgrep (T7). */
export function createSearchFiles(deps: DirectoryToolDeps): Tool<Search> {
  return {
    ...directoryTool,
    name: 'search_files',
    title: 'Search files',
    icon: 'search',
    description: `Searches the files of an exposed directory for a regular expression and answers with path:line:text, ${MOST_HITS} hits at most. Without a pattern it lists the files that match the glob. What .gitignore names is left out.`,
    input: {
      type: 'object',
      properties: {
        pattern: {
          type: 'string',
          description: 'A regular expression (Rust syntax). Leave out to find files by name.',
        },
        path: {
          type: 'string',
          description: 'Absolute path of the directory to search; all exposed ones if left out.',
        },
        glob: { type: 'string', description: 'Only files whose path matches, such as **/*.ts.' },
        literal: { type: 'boolean', description: 'Take the pattern as plain text.' },
        ignore_case: { type: 'boolean' },
      },
      additionalProperties: false,
    },
    policy: 'auto',
    parse: given => {
      const parsed = parseFields(given, ({ text, flag }) => ({
        pattern: text('pattern', ''),
        path: text('path', ''),
        glob: text('glob', ''),
        literal: flag('literal'),
        ignoreCase: flag('ignore_case'),
      }))
      if (parsed.kind === 'invalid' || parsed.input.pattern !== '' || parsed.input.glob !== '') return parsed
      return { kind: 'invalid', because: 'Give a `pattern`, a `glob`, or both.' }
    },
    summary: ({ pattern, glob }) => [pattern, glob].filter(text => text !== '').join(' in '),
    async *run(search, context) {
      const reach = reachOf(deps, context)
      yield { text: 'Searching' }
      return orRefused(search.path, async () => {
        const places = search.path === '' ? context.roots : [toPath(reach, search.path)]
        // Without a directory this says what to do about it.
        if (places.length === 0) toPath(reach, '/')
        return searchAll(reach, places, search, context.signal)
      })
    },
  }
}

async function searchAll(
  reach: Reach,
  places: readonly string[],
  search: Search,
  signal: AbortSignal,
): Promise<ToolResult> {
  const lines: string[] = []
  let isCut = false
  for (const place of places) {
    const opened = await openInside(reach, place, 'directory')
    const verifier = createVerifier(reach, opened.path, search)
    try {
      const found = await runRipgrep(opened, search, { most: MOST_HITS - lines.length, signal, onHit: verifier.add })
      if (found.failure !== null) return failed(found.failure)
      lines.push(...(await verifier.end()))
      isCut ||= found.isCut
    } finally {
      await verifier.end()
      await opened.handle.close()
    }
    if (lines.length >= MOST_HITS) break
  }
  if (lines.length === 0) return done('Nothing was found.')
  const note = isCut ? `[Only the first ${lines.length} are shown. Narrow the search to see others.]` : null
  const text = [...lines, ...(note === null ? [] : [note])].join('\n')
  return { ...done(text), drawings: [{ kind: 'code', label: `${lines.length} found`, language: null, text }] }
}

/** A line that ripgrep printed: a file, and a line of it unless only names were asked for. */
interface Hit {
  readonly path: string
  readonly line: number
  readonly text: string
}

interface Found {
  readonly isCut: boolean
  /** A sentence for the model; null when the search worked. */
  readonly failure: string | null
}

/** Started in the opened directory itself, so that nothing that is put in its place is searched. */
async function runRipgrep(
  opened: Opened,
  search: Search,
  { most, signal, onHit }: { readonly most: number; readonly signal: AbortSignal; readonly onHit: (hit: Hit) => void },
): Promise<Found> {
  const child = spawn(rgPath, toArguments(search), {
    cwd: pinned(opened),
    env: {},
    stdio: ['ignore', 'pipe', 'pipe'],
    signal: AbortSignal.any([signal, AbortSignal.timeout(DEADLINE_MS)]),
    killSignal: 'SIGKILL',
  })
  // Both may fail before they are awaited, which would end the process.
  const closed = once(child, 'close').then(
    ([code]) => ({ code }),
    (error: unknown) => ({ error }),
  )
  const complaint = readBeginning(child.stderr).then(undefined, String)
  const matches = matcherOf(search.glob)
  let hits = 0
  let isCut = false
  try {
    for await (const line of linesOf(child.stdout)) {
      if (hits === most) {
        isCut = true
        break
      }
      const hit = toHit(line)
      if (!matches(hit.path)) continue
      hits += 1
      onHit(hit)
    }
    if (isCut) child.kill('SIGKILL')
    const end = await closed
    if ('error' in end) throw end.error
    const failure = !isCut && end.code === 2 && hits === 0 ? await complaint : null
    return { isCut, failure: failure === null ? null : `The search failed: ${failure.trim()}` }
  } catch (error) {
    child.kill('SIGKILL')
    signal.throwIfAborted()
    if (!(error instanceof Error && error.name === 'AbortError')) throw error
    return { isCut: true, failure: hits > 0 ? null : 'The search took more than 30 seconds.' }
  }
}

function toArguments({ pattern, literal, ignoreCase }: Search): readonly string[] {
  const shared = ['--no-config', '--color=never', '--hidden', '--glob=!.git']
  if (pattern === '') return ['--files', ...shared]
  return [
    ...shared,
    '--line-number',
    '--no-heading',
    '--with-filename',
    '--null',
    `--max-columns=${LONGEST_LINE}`,
    '--max-columns-preview',
    `--max-filesize=${LARGEST_FILE}`,
    ...(literal ? ['--fixed-strings'] : []),
    ...(ignoreCase ? ['--ignore-case'] : []),
    `--regexp=${pattern}`,
    '.',
  ]
}

/** Applied here: a glob given to ripgrep also finds what .gitignore names. One without a slash is for names in any folder. */
function matcherOf(glob: string): (path: string) => boolean {
  if (glob === '') return () => true
  const whole = glob.includes('/') ? glob.replace(/^\.?\//, '') : `**/${glob}`
  return path => posix.matchesGlob(path.replace(/^\.[/\\]/, '').replaceAll('\\', '/'), whole)
}

function toHit(line: string): Hit {
  const end = line.indexOf('\0')
  if (end === -1) return { path: line, line: 0, text: '' }
  const rest = line.slice(end + 1)
  const colon = rest.indexOf(':')
  return { path: line.slice(0, end), line: Number(rest.slice(0, colon)), text: rest.slice(colon + 1) }
}

interface Verifier {
  /** The hits of a file come one after the other. */
  add(hit: Hit): void
  /** The lines that are shown, once all were looked at. */
  end(): Promise<readonly string[]>
}

/**
 * Only what can be opened inside the directory is shown, and only lines that are there: ripgrep may have followed a directory that was
 * swapped for a link while it searched (Z-8). Files are looked at while it still searches.
 */
function createVerifier(reach: Reach, root: string, search: Search): Verifier {
  const lanes: Promise<unknown>[] = Array.from({ length: AT_ONCE }, () => Promise.resolve())
  const files: Promise<readonly string[]>[] = []
  let group: Hit[] = []

  async function verify(hits: readonly Hit[]): Promise<readonly string[]> {
    const path = join(root, hits[0]?.path ?? '')
    const lines = await linesInside(reach, path, search.pattern === '')
    if (lines === null) return []
    if (search.pattern === '') return [path]
    return hits.flatMap(hit => (isLine(lines[hit.line - 1], hit.text) ? [`${path}:${hit.line}:${hit.text}`] : []))
  }

  function flush(): void {
    if (group.length === 0) return
    const hits = group
    group = []
    const lane = files.length % AT_ONCE
    const verified = (lanes[lane] ?? Promise.resolve()).then(() => verify(hits))
    // Settled here: a failure is thrown by `end`, which may come later.
    lanes[lane] = Promise.allSettled([verified])
    files.push(verified)
  }

  return {
    add(hit) {
      if (group[0]?.path !== hit.path) flush()
      group.push(hit)
    },
    async end() {
      flush()
      return (await Promise.all(files)).flat()
    },
  }
}

/** Of a line that is too long, ripgrep prints the beginning and a note. */
function isLine(line: string | undefined, text: string): boolean {
  if (line === undefined) return false
  return line.replace(/\r$/, '') === text.replace(/\r$/, '') || line.startsWith(text.replace(/ \[\.\.\. [^\]]*\]$/, ''))
}

/** Null for a file that must not be read or is none. */
async function linesInside(reach: Reach, path: string, nameOnly: boolean): Promise<readonly string[] | null> {
  try {
    if (nameOnly) {
      const { handle } = await openInside(reach, path, 'file')
      await handle.close()
      return []
    }
    const { bytes } = await readWhole(reach, path)
    return (toText(bytes) ?? Buffer.from(bytes).toString('latin1')).split('\n')
  } catch (error) {
    if (pathFailure(error, path) === null) throw error
    return null
  }
}

async function* linesOf(stream: Readable): AsyncGenerator<string> {
  let rest = ''
  stream.setEncoding('utf8')
  for await (const chunk of stream) {
    const lines = `${rest}${chunk}`.split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest !== '') yield rest
}

async function readBeginning(stream: Readable): Promise<string> {
  let text = ''
  for await (const chunk of stream.setEncoding('utf8')) {
    if (text.length < LONGEST_ERROR) text += chunk
  }
  return text.slice(0, LONGEST_ERROR)
}
