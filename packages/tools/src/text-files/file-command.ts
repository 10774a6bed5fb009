import type { Json } from '@stet/history'
import { isFields } from '../read-input.ts'
import type { ParsedInput } from '../tool.ts'

/** The commands of Anthropic's memory tool, which the file tools share. */
export type FileCommand =
  | { readonly command: 'view'; readonly path: string; readonly range: readonly [number, number] | null }
  | { readonly command: 'create'; readonly path: string; readonly text: string }
  | { readonly command: 'str_replace'; readonly path: string; readonly from: string; readonly to: string }
  | { readonly command: 'insert'; readonly path: string; readonly line: number; readonly text: string }
  | { readonly command: 'delete'; readonly path: string }
  | { readonly command: 'rename'; readonly path: string; readonly to: string }

const COMMANDS = ['view', 'create', 'str_replace', 'insert', 'delete', 'rename'] as const

export const fileCommandSchema: Json = {
  type: 'object',
  properties: {
    command: { type: 'string', enum: [...COMMANDS] },
    path: { type: 'string', description: 'Absolute path. For every command but rename.' },
    view_range: {
      type: 'array',
      items: { type: 'integer' },
      minItems: 2,
      maxItems: 2,
      description: 'For view: first and last line, counted from 1; -1 for the last line of the file.',
    },
    file_text: { type: 'string', description: 'For create: the content of the new file.' },
    old_str: { type: 'string', description: 'For str_replace: the text to replace, which must occur exactly once.' },
    new_str: { type: 'string', description: 'For str_replace: the text to put in its place; empty to remove it.' },
    insert_line: { type: 'integer', description: 'For insert: the line after which to insert; 0 for the beginning.' },
    insert_text: { type: 'string', description: 'For insert: the text to insert.' },
    old_path: { type: 'string', description: 'For rename.' },
    new_path: { type: 'string', description: 'For rename.' },
  },
  required: ['command'],
}

type Fields = { readonly [name: string]: Json }

export function parseFileCommand(input: Json): ParsedInput<FileCommand> {
  const fields = isFields(input) ? input : {}
  const command = COMMANDS.find(each => each === fields.command)
  if (command === undefined) return invalid(`\`command\` must be one of ${COMMANDS.join(', ')}.`)
  try {
    return { kind: 'parsed', input: read(command, fields) }
  } catch (error) {
    if (error instanceof Missing) return invalid(error.message)
    throw error
  }
}

class Missing extends Error {}

function read(command: FileCommand['command'], fields: Fields): FileCommand {
  const text = (name: string): string => {
    const value = fields[name]
    if (typeof value === 'string') return value
    throw new Missing(`The command ${command} needs \`${name}\`, a text.`)
  }
  switch (command) {
    case 'view':
      return { command, path: text('path'), range: readRange(fields.view_range) }
    case 'create':
      return { command, path: text('path'), text: text('file_text') }
    case 'str_replace': {
      const from = text('old_str')
      if (from === '') throw new Missing('The command str_replace needs `old_str`, a text that is not empty.')
      return { command, path: text('path'), from, to: fields.new_str === undefined ? '' : text('new_str') }
    }
    case 'insert': {
      const line = fields.insert_line
      if (!Number.isSafeInteger(line)) throw new Missing('The command insert needs `insert_line`, a whole number.')
      return { command, path: text('path'), line: Number(line), text: text('insert_text') }
    }
    case 'delete':
      return { command, path: text('path') }
    case 'rename':
      return { command, path: text('old_path'), to: text('new_path') }
  }
}

function readRange(value: Json | undefined): readonly [number, number] | null {
  if (value === undefined || value === null) return null
  const [first, last] = Array.isArray(value) ? value : []
  const fits = Number.isSafeInteger(first) && Number.isSafeInteger(last) && first >= 1 && (last === -1 || last >= first)
  if (!fits || !Array.isArray(value) || value.length !== 2) {
    throw new Missing(
      '`view_range` must be two whole numbers: the first line, from 1, and the last one, or -1 for the end.',
    )
  }
  return [first, last]
}

function invalid(because: string): ParsedInput<never> {
  return { kind: 'invalid', because }
}

/** The call in a line, for the user. */
export function summariseFileCommand(input: FileCommand): string {
  switch (input.command) {
    case 'view':
      return `View ${input.path}`
    case 'create':
      return input.text.startsWith('data:') ? `Write ${input.path}` : `Write ${lines(input.text)} to ${input.path}`
    case 'str_replace':
      return `Edit ${input.path}`
    case 'insert':
      return `Insert ${lines(input.text)} into ${input.path}`
    case 'delete':
      return `Delete ${input.path}`
    case 'rename':
      return `Rename ${input.path} to ${input.to}`
  }
}

function lines(text: string): string {
  const count = toLines(text).length
  return count === 1 ? '1 line' : `${count.toLocaleString('en')} lines`
}

/** The lines of a text. A line end at its end starts no further line. */
export function toLines(text: string): readonly string[] {
  const all = text.split('\n')
  return all.at(-1) === '' ? all.slice(0, -1) : all
}
