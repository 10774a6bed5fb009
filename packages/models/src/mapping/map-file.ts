import { type FilePart, isTextType, type ModelFacts } from '@stet/history'
import { ModelError } from '../model-error.ts'
import { type FileFormat, formatOf, type Protocol } from './file-types.ts'

/** How a file reaches a model: as its text, as a file of a known format, or not at all, with a note in its place. */
export type MappedFile =
  | { readonly as: 'text'; readonly text: string }
  | (FileFormat & { readonly bytes: Uint8Array })
  | { readonly as: 'note'; readonly text: string }

export interface FileMapping {
  readonly protocol: Protocol
  readonly takes: ModelFacts['takes']
  readonly files: ReadonlyMap<string, Uint8Array>
  /** The reason why a file is left out is added. */
  readonly notes: string[]
}

export function mapFile(part: FilePart, { protocol, takes, files, notes }: FileMapping): MappedFile {
  const bytes = bytesOf(part.blob, part, files)
  if (isTextType(part.mediaType)) return { as: 'text', text: new TextDecoder().decode(bytes) }
  const format = formatOf(protocol, takes, part.mediaType)
  if (format !== null && bytes.length > 0) return { ...format, bytes }
  if (part.extracted !== undefined) {
    return { as: 'text', text: new TextDecoder().decode(bytesOf(part.extracted.blob, part, files)) }
  }
  const because = bytes.length === 0 ? 'it is empty' : `this model does not take ${part.mediaType}`
  notes.push(`${part.name} was left out: ${because}`)
  return { as: 'note', text: fileNote(part) }
}

function bytesOf(blob: string, { name }: FilePart, files: FileMapping['files']): Uint8Array {
  const bytes = files.get(blob)
  if (bytes === undefined) throw new ModelError('invalid-request', { message: `the bytes of ${name} are missing` })
  return bytes
}

/** What the model reads where the bytes of a file cannot go. */
export function fileNote({ name, mediaType }: Pick<FilePart, 'name' | 'mediaType'>): string {
  return `[file ${JSON.stringify(name)}, ${mediaType}]`
}
