import { toText } from '@stet/files'
import type { Drawing } from '@stet/history'
import {
  drawDiff,
  failed,
  replaceOnce,
  type Tool,
  type ToolContext,
  type ToolPlace,
  type ToolResult,
} from '@stet/tools'
import { type DirectoryToolDeps, directoryTool, orRefused, parseFields, reachOf } from './directory-tool.ts'
import { PathRefused, pathFailure, quoted, toPath } from './inside.ts'
import { readWhole } from './read-whole.ts'
import { hashOf } from './seen-files.ts'
import { writeInside } from './write-inside.ts'

/** A model reads no more of a diff than this; the user sees all of it. */
const LONGEST_DIFF = 20_000

/** A change as a tool proposes it. */
interface Change {
  readonly path: string
  /** The text of the file afterwards; `before` is null for a file that does not exist. Throws `PathRefused` when it cannot be made. */
  readonly apply: (before: string | null) => string
}

/** Writes a file of an exposed directory as a whole (T7). */
export function createWriteFile(deps: DirectoryToolDeps): Tool<Change> {
  return {
    ...changing(deps),
    name: 'write_file',
    title: 'Write file',
    icon: 'pen',
    description:
      'Writes a whole text file in an exposed directory and makes missing folders. A file that exists must have been read first. Answers with a unified diff. Use edit_file for small changes.',
    input: {
      type: 'object',
      properties: {
        path: { type: 'string', description: 'Absolute path of the file.' },
        content: { type: 'string', description: 'The whole new content.' },
      },
      required: ['path', 'content'],
      additionalProperties: false,
    },
    parse: given =>
      parseFields(given, ({ text }) => {
        const content = text('content')
        return { path: text('path'), apply: () => content }
      }),
  }
}

/** Replaces one passage of a file of an exposed directory (T7). */
export function createEditFile(deps: DirectoryToolDeps): Tool<Change> {
  return {
    ...changing(deps),
    name: 'edit_file',
    title: 'Edit file',
    icon: 'pencil',
    description:
      'Replaces one passage of a text file in an exposed directory. The file must have been read first. old_str must occur exactly once, letter by letter, without line numbers. Answers with a unified diff.',
    input: {
      type: 'object',
      properties: {
        path: { type: 'string', description: 'Absolute path of the file.' },
        old_str: { type: 'string', description: 'The passage to replace, with enough around it to be unique.' },
        new_str: { type: 'string', description: 'What to put in its place; empty to remove it.' },
      },
      required: ['path', 'old_str', 'new_str'],
      additionalProperties: false,
    },
    parse: given =>
      parseFields(given, ({ text }) => {
        const [path, from, to] = [text('path'), text('old_str'), text('new_str')]
        return { path, apply: before => replacePassage(path, before, from, to) }
      }),
  }
}

function replacePassage(path: string, before: string | null, from: string, to: string): string {
  if (before === null) throw new PathRefused(`There is nothing at ${quoted(path)}.`)
  if (from === '') throw new PathRefused('`old_str` must not be empty. Use write_file to write a whole file.')
  const ends = hasWindowsLines(before) ? (text: string) => text.replace(/\r?\n/g, '\r\n') : (text: string) => text
  const edited = replaceOnce(path, before, ends(from), ends(to))
  if (edited.kind === 'refused') throw new PathRefused(edited.because)
  if (edited.text === before) throw new PathRefused('`old_str` and `new_str` are the same.')
  return edited.text
}

/** Whether every line ends as on Windows. A model does not see it, and writes plain line ends (T7). */
function hasWindowsLines(text: string): boolean {
  return text.includes('\r\n') && !/(?<!\r)\n/.test(text)
}

type Changing = Pick<Tool<Change>, 'summary' | 'binding' | 'preview' | 'run' | 'policy' | keyof typeof directoryTool>

function changing(deps: DirectoryToolDeps): Changing {
  return {
    ...directoryTool,
    policy: 'confirm',
    summary: ({ path }) => path,
    binding: async ({ path }, place) => {
      const now = await lookAt(deps, place, path)
      return now.kind === 'refused' ? null : [now.path, now.hash]
    },
    preview: async (change, place) => drawChange(await lookAt(deps, place, change.path), change),
    async *run(change, context) {
      return orRefused(change.path, () => runChange(deps, change, context))
    },
  }
}

interface FileNow {
  readonly kind: 'file'
  readonly path: string
  /** Both null where nothing is there. */
  readonly text: string | null
  readonly hash: string | null
}

type Looked = FileNow | { readonly kind: 'refused'; readonly because: string }

/** A file as it is now. */
async function lookAt(deps: DirectoryToolDeps, place: ToolPlace, path: string): Promise<Looked> {
  const reach = reachOf(deps, place)
  try {
    const absolute = toPath(reach, path)
    try {
      const file = await readWhole(reach, absolute)
      const text = toText(file.bytes)
      if (text === null) return { kind: 'refused', because: `${quoted(path)} is a binary file.` }
      return { kind: 'file', path: file.path, text, hash: hashOf(file.bytes) }
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
        return { kind: 'file', path: absolute, text: null, hash: null }
      }
      throw error
    }
  } catch (error) {
    const because = pathFailure(error, path)
    if (because === null) throw error
    return { kind: 'refused', because }
  }
}

function drawChange(now: Looked, { path, apply }: Change): readonly Drawing[] {
  if (now.kind === 'refused') return []
  try {
    return onDisk(drawDiff(now.path, now.text ?? '', apply(now.text)))
  } catch (error) {
    // What cannot be done fails when it runs, with a reason.
    if (pathFailure(error, path) === null) throw error
    return []
  }
}

async function runChange(deps: DirectoryToolDeps, change: Change, context: ToolContext): Promise<ToolResult> {
  const { chatId } = context
  const { path } = change
  const now = await lookAt(deps, context, path)
  if (now.kind === 'refused') return failed(now.because)
  const seen = deps.seen.find(chatId, now.path)
  if (now.hash !== null && seen !== null && seen.hash !== now.hash) return conflict(now, seen.text)
  if (now.hash !== null && seen === null) {
    return failed(
      `${quoted(path)} exists and was not read in this chat since Stet started. Read it first, then change it.`,
    )
  }
  const after = change.apply(now.text)
  const bytes = new TextEncoder().encode(after)
  await writeInside(reachOf(deps, context), now.path, bytes, async () => {
    const last = await lookAt(deps, context, path)
    if (last.kind === 'refused' || last.hash !== now.hash) {
      throw new PathRefused(`${quoted(path)} changed while it was written. Nothing was changed: read it again.`)
    }
  })
  deps.seen.note(chatId, now.path, bytes, after)
  const drawings = drawDiff(now.path, now.text ?? '', after)
  return changed(now.text === null ? `Created ${now.path}.` : `Changed ${now.path}.`, drawings, 'done')
}

/** What is there is not what the model read (FT-3). */
function conflict(now: FileNow, read: string | null): ToolResult {
  const because = `${now.path} changed since it was read. Nothing was written: read it again.`
  return changed(because, read === null ? [] : drawDiff(now.path, read, now.text ?? ''), 'failed')
}

function changed(text: string, drawings: readonly Drawing[], outcome: ToolResult['outcome']): ToolResult {
  const [diff] = drawings
  const patch = diff?.kind === 'diff' ? diff.patch : ''
  const cut = patch.length > LONGEST_DIFF ? `${patch.slice(0, LONGEST_DIFF)}\n[The diff is cut.]` : patch
  const content = [{ kind: 'text' as const, text: cut === '' ? text : `${text}\n${cut}` }]
  return { outcome, content, shown: null, drawings: onDisk(drawings) }
}

function onDisk(drawings: readonly Drawing[]): readonly Drawing[] {
  return drawings.map(drawing => (drawing.kind === 'diff' ? { ...drawing, onDisk: true } : drawing))
}
