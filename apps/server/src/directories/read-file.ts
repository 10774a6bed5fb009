import { basename } from 'node:path'
import { detectKind, toText } from '@stet/files'
import { done, numbered, type Tool, type ToolContext, type ToolResult } from '@stet/tools'
import { readDirectives } from './directories.ts'
import { type DirectoryToolDeps, directoryTool, orRefused, parseFields, reachOf } from './directory-tool.ts'
import { toPath } from './inside.ts'
import { readWhole, type WholeFile } from './read-whole.ts'

const USUAL_LINES = 2000
const MOST_CHARACTERS = 100_000
const LARGEST_IMAGE = 5 * 1024 * 1024
const IMAGES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp']

interface Range {
  readonly path: string
  /** Counted from 1. */
  readonly firstLine: number
  readonly lineCount: number
}

/** A file of an exposed directory (T7). The directive files of the roots are part of the system prompt. */
export function createReadFile(deps: DirectoryToolDeps): Tool<Range> {
  return {
    ...directoryTool,
    name: 'read_file',
    title: 'Read file',
    icon: 'file',
    description: `Reads a text file of an exposed directory with line numbers, ${USUAL_LINES} lines at most unless asked otherwise. An image is shown as such. Other binary files are named, not read.`,
    input: {
      type: 'object',
      properties: {
        path: { type: 'string', description: 'Absolute path of the file.' },
        first_line: { type: 'integer', minimum: 1, description: 'The line to begin with, counted from 1.' },
        line_count: { type: 'integer', minimum: 1, description: `How many lines; ${USUAL_LINES} if left out.` },
      },
      required: ['path'],
      additionalProperties: false,
    },
    policy: 'auto',
    async instructions({ roots }) {
      const found = (await Promise.all(roots.map(root => readDirectives(root, deps.dataFolder)))).flat()
      const texts = found.map(({ path, text }) => `Directives of ${JSON.stringify(path)}:\n${text}`)
      return texts.length === 0 ? null : texts.join('\n\n')
    },
    parse: given =>
      parseFields(given, ({ text, count }) => ({
        path: text('path'),
        firstLine: count('first_line', 1),
        lineCount: count('line_count', USUAL_LINES),
      })),
    summary: ({ path, firstLine }) => (firstLine === 1 ? path : `${path}, from line ${firstLine}`),
    async *run(range, context) {
      const reach = reachOf(deps, context)
      return orRefused(range.path, async () => {
        const file = await readWhole(reach, toPath(reach, range.path))
        const text = toText(file.bytes)
        const { kind, mediaType } = await detectKind(file.bytes, basename(file.path))
        if (kind === 'binary' || text === null) {
          return binary(file, mediaType ?? 'application/octet-stream', context)
        }
        deps.seen.note(context.chatId, file.path, file.bytes, text)
        return showLines(text, range, file.path)
      })
    },
  }
}

async function binary({ path, bytes }: WholeFile, mediaType: string, { blobs }: ToolContext): Promise<ToolResult> {
  const named = `Binary file ${path} (${mediaType}): ${bytes.length} bytes.`
  if (!IMAGES.includes(mediaType) || bytes.length > LARGEST_IMAGE) return done(`${named} It cannot be read as text.`)
  const image = await blobs.put(bytes, { name: basename(path), mediaType })
  return { outcome: 'done', content: [{ kind: 'text', text: named }, image], shown: null }
}

function showLines(text: string, { firstLine, lineCount }: Range, path: string): ToolResult {
  if (text === '') return done('The file is empty.')
  const all = text.replace(/\r?\n$/, '').split(/\r?\n/)
  if (firstLine > all.length) return done(`The file has ${all.length} lines. There is no line ${firstLine}.`)
  const lines: string[] = []
  let characters = 0
  for (const line of all.slice(firstLine - 1, firstLine - 1 + lineCount)) {
    characters += line.length
    if (characters > MOST_CHARACTERS && lines.length > 0) break
    lines.push(line.length > MOST_CHARACTERS ? `${line.slice(0, MOST_CHARACTERS)} [line cut]` : line)
  }
  const last = firstLine - 1 + lines.length
  const rest =
    last < all.length ? `\n[Lines ${firstLine} to ${last} of ${all.length}. Continue with first_line ${last + 1}.]` : ''
  const shown = lines.join('\n')
  const bytes = Buffer.byteLength(text)
  return {
    ...done(`${numbered(lines, firstLine)}${rest}`),
    drawings: [
      {
        kind: 'file',
        path,
        mediaType: 'text/plain',
        size: bytes,
        text: shown.slice(0, 20_000),
        file: null,
        onDisk: true,
      },
    ],
  }
}
