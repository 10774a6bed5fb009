import type { Drawing, Json } from '@stet/history'
import { type FileFailure, fileFailure, type ToolFile, type ToolFileContent, type ToolFiles } from '../ports.ts'
import { drawn, failed, type ToolPlace, type ToolResult } from '../tool.ts'
import { drawDiff, drawFile, drawNewFile } from './draw.ts'
import { type EditedText, insertAfter, numbered, replaceOnce } from './edit-text.ts'
import { type FileCommand, toLines } from './file-command.ts'

/** What differs between the tools that share these commands. */
export interface FileRules {
  /** The folder that always exists. */
  readonly root: string
  /** Why a path may not be used so, as a sentence; null when it may. */
  refuse(path: string, use: 'read' | 'write'): string | null
  /** Bytes for the text that a model gave, and the text of a file for a model; plain text where absent. */
  readonly binary?: BinaryFiles
  /** The beginning of the answer to str_replace. */
  edited(path: string): string
}

interface BinaryFiles {
  /** Null for plain text; a sentence when it looks like binary content and is not. */
  toBytes(text: string): Uint8Array | null | string
  show(content: ToolFileContent): string
}

const MOST_LINES = 999_999
/** How often an edit starts over because the file changed meanwhile: the calls of a step run side by side. */
const MOST_TRIES = 10

/** Runs a command with the published wording. */
export async function runFileCommand(rules: FileRules, files: ToolFiles, input: FileCommand): Promise<ToolResult> {
  const refused = whyRefused(rules, input)
  if (refused !== null) return failed(refused)
  try {
    return await run(rules, files, input)
  } catch (error) {
    const failure = fileFailure(error)
    if (failure === null) throw error
    return failed(toWords(input, failure))
  }
}

/**
 * The version of what is deleted, or of the lines between which is inserted: an approval does not cover another one (FT-3). The other
 * commands name all that they change, and fail where it changed.
 */
export async function bindFileCommand(rules: FileRules, { files }: ToolPlace, input: FileCommand): Promise<Json> {
  if ((input.command !== 'insert' && input.command !== 'delete') || whyRefused(rules, input) !== null) return null
  const entry = await findOrNull(files, input.path)
  return entry === null ? null : [entry.id, entry.version]
}

export async function previewFileCommand(
  rules: FileRules,
  { files }: ToolPlace,
  input: FileCommand,
): Promise<readonly Drawing[]> {
  if (whyRefused(rules, input) !== null) return []
  if (input.command === 'create') {
    return rules.binary?.toBytes(input.text) instanceof Uint8Array ? [] : [drawNewFile(input.path, input.text)]
  }
  if (input.command !== 'str_replace' && input.command !== 'insert') return []
  const entry = await findOrNull(files, input.path)
  const text = entry === null || entry.kind !== 'text' ? null : (await files.read(input.path)).text
  const edited = text === null ? null : edit(input, text)
  return text === null || edited?.kind !== 'edited' ? [] : drawDiff(input.path, text, edited.text)
}

function whyRefused(rules: FileRules, input: FileCommand): string | null {
  const use = input.command === 'view' ? 'read' : 'write'
  return rules.refuse(input.path, use) ?? (input.command === 'rename' ? rules.refuse(input.to, use) : null)
}

async function findOrNull(files: ToolFiles, path: string): Promise<ToolFile | null> {
  try {
    return await files.find(path)
  } catch (error) {
    if (fileFailure(error) === null) throw error
    return null
  }
}

async function run(rules: FileRules, files: ToolFiles, input: FileCommand): Promise<ToolResult> {
  const { path } = input
  switch (input.command) {
    case 'view':
      return view(rules, files, input)
    case 'create':
      return create(rules, files, input)
    case 'str_replace':
    case 'insert':
      return change(rules, files, input)
    case 'delete':
      if (isRoot(rules, path)) return failed(`Error: The folder ${path} itself cannot be deleted`)
      await files.remove(path)
      return drawn(`Successfully deleted ${path}`, [])
    case 'rename':
      if (isRoot(rules, path)) return failed(`Error: The folder ${path} itself cannot be renamed`)
      await files.move(path, input.to)
      return drawn(`Successfully renamed ${path} to ${input.to}`, [])
  }
}

function isRoot({ root }: FileRules, path: string): boolean {
  return path === root || path === `${root}/`
}

type Of<Command> = Extract<FileCommand, { readonly command: Command }>

async function view(rules: FileRules, files: ToolFiles, { path, range }: Of<'view'>): Promise<ToolResult> {
  const entry = isRoot(rules, path) ? null : await files.find(path)
  if (entry === null && !isRoot(rules, path)) {
    return failed(`The path ${path} does not exist. Please provide a valid path.`)
  }
  if (entry === null || entry.kind === 'folder') return viewFolder(files, path.replace(/(.)\/$/, '$1'))
  const content = await files.read(path)
  const { text } = content
  if (text === null) {
    const shown = rules.binary?.show(content) ?? `Error: The file ${path} is no text and cannot be viewed`
    return rules.binary === undefined ? failed(shown) : drawn(shown, [drawFile(content.entry, null)])
  }
  const lines = toLines(text)
  if (lines.length > MOST_LINES) return failed(`File ${path} exceeds maximum line limit of 999,999 lines.`)
  const [first, last] = range ?? [1, -1]
  if (range !== null && first > Math.max(1, lines.length)) {
    return failed(`Error: Invalid \`view_range\` parameter: [${first}, ${last}]. The file has ${lines.length} lines`)
  }
  const shown = lines.slice(first - 1, last === -1 ? undefined : last)
  return drawn(`Here's the content of ${path} with line numbers:\n${numbered(shown, first)}`, [
    drawFile(content.entry, shown.join('\n')),
  ])
}

async function viewFolder(files: ToolFiles, path: string): Promise<ToolResult> {
  const found: ToolFile[] = []
  const base = path === '/' ? '' : path
  if (path === '/' || (await files.find(path)) !== null) {
    for await (const entry of files.walk(path)) found.push(entry)
  }
  const shown = found.filter(entry => {
    const names = entry.path.slice(base.length + 1).split('/')
    return names.length <= 2 && names.every(name => !name.startsWith('.') && name !== 'node_modules')
  })
  const sizeOf = (folder: string) =>
    found.reduce((sum, { path: each, size }) => (each.startsWith(`${folder}/`) ? sum + size : sum), 0)
  const entries = shown.map(entry => {
    const isFolder = entry.kind === 'folder'
    return { path: entry.path, size: isFolder ? sizeOf(entry.path) : entry.size, isFolder }
  })
  const lines = [
    `${toSize(sizeOf(base))}\t${path}`,
    ...entries.map(({ path: each, size, isFolder }) => `${toSize(size)}\t${each}${isFolder ? '/' : ''}`),
  ]
  const header = `Here're the files and directories up to 2 levels deep in ${path}, excluding hidden items and node_modules:`
  return drawn(`${header}\n${lines.join('\n')}`, [{ kind: 'listing', path, entries: entries.slice(0, 500) }])
}

const UNITS = ['B', 'K', 'M', 'G']

function toSize(bytes: number): string {
  let [size, unit] = [bytes, 0]
  while (size >= 1024 && unit < UNITS.length - 1) {
    size /= 1024
    unit += 1
  }
  return `${unit === 0 ? size : size.toFixed(1)}${UNITS[unit]}`
}

async function create(rules: FileRules, files: ToolFiles, { path, text }: Of<'create'>): Promise<ToolResult> {
  if (isRoot(rules, path)) return failed(`Error: File ${path} already exists`)
  const binary = rules.binary?.toBytes(text) ?? null
  if (typeof binary === 'string') return failed(binary)
  const entry = await files.write(path, binary ?? new TextEncoder().encode(text), 'new')
  return drawn(`File created successfully at: ${path}`, [drawFile(entry, binary === null ? text : null)])
}

async function change(
  rules: FileRules,
  files: ToolFiles,
  input: Of<'str_replace'> | Of<'insert'>,
): Promise<ToolResult> {
  const { path, command } = input
  const found = isRoot(rules, path) ? null : await files.find(path)
  // A folder counts as missing, as the published tool has it.
  if (found === null || found.kind === 'folder') {
    const missing = `Error: The path ${path} does not exist`
    return failed(command === 'insert' ? missing : `${missing}. Please provide a valid path.`)
  }
  for (let tries = 1; ; tries += 1) {
    const { entry, text } = await files.read(path)
    if (text === null) return failed(`Error: ${path} is a binary file (${entry.mediaType}); its text cannot be edited`)
    const edited = edit(input, text)
    if (edited.kind === 'refused') return failed(edited.because)
    try {
      await files.write(path, new TextEncoder().encode(edited.text), entry.version)
    } catch (error) {
      if (fileFailure(error)?.code === 'changed' && tries < MOST_TRIES) continue
      throw error
    }
    const drawings = drawDiff(path, text, edited.text)
    if (command === 'insert') return drawn(`The file ${path} has been edited.`, drawings)
    return drawn(`${rules.edited(path)} ${snippet(edited)}`, drawings)
  }
}

function edit(input: Of<'str_replace'> | Of<'insert'>, text: string): EditedText {
  return input.command === 'insert'
    ? insertAfter(text, input.line, input.text)
    : replaceOnce(input.path, text, input.from, input.to)
}

function snippet({ text, at }: Extract<EditedText, { kind: 'edited' }>): string {
  const first = Math.max(0, at - 2)
  const lines = numbered(text.split('\n').slice(first, at + 3), first + 1)
  return `Here is the snippet showing the change (with line numbers):\n${lines}`
}

function toWords(input: FileCommand, { code, message }: FileFailure): string {
  const { command, path } = input
  if (code === 'exists') {
    return command === 'rename'
      ? `Error: The destination ${input.to} already exists`
      : `Error: File ${path} already exists`
  }
  if (code === 'is-folder' && command === 'create') return `Error: File ${path} already exists`
  if (code === 'not-found') return `Error: The path ${path} does not exist`
  return `Error: ${message[0]?.toUpperCase() ?? ''}${message.slice(1)}`
}
