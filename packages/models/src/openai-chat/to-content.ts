import type { FilePart, Json, TextPart } from '@stet/history'
import { isSaid } from '../mapping/is-said.ts'
import { isTextType } from '../mapping/is-text-type.ts'
import { ModelError } from '../model-error.ts'
import type { JsonObject } from '../transport/json-field.ts'
import { toBase64 } from '../transport/to-base64.ts'

export type Files = ReadonlyMap<string, Uint8Array>

/** The content of a message: a text where it is nothing else, which every server takes, or a list of pieces. */
export function toContent(pieces: readonly JsonObject[], marked: boolean): Json {
  const texts = pieces.map(({ text }) => (typeof text === 'string' ? text : null))
  if (!marked && texts.every(text => text !== null)) return texts.join('\n\n')
  return marked ? withMark(pieces) : pieces
}

/** The provider caches everything up to the last piece (C14). */
export function withMark(pieces: readonly JsonObject[]): readonly JsonObject[] {
  return pieces.map((piece, index) =>
    index === pieces.length - 1 ? { ...piece, cache_control: { type: 'ephemeral' } } : piece,
  )
}

export function toTextPiece({ text }: Pick<TextPart, 'text'>): readonly JsonObject[] {
  return isSaid(text) ? [{ type: 'text', text }] : []
}

/** A file as a piece of content. Text reaches every model as text; as a file only those that read files. */
export function toFilePiece(part: FilePart, files: Files): JsonObject {
  const { blob, name, mediaType } = part
  const bytes = files.get(blob)
  if (bytes === undefined) throw new ModelError('invalid-request', { message: `the bytes of ${name} are not at hand` })
  if (isTextType(mediaType)) {
    return { type: 'text', text: `[file ${JSON.stringify(name)}, ${mediaType}]\n${new TextDecoder().decode(bytes)}` }
  }
  const data = toBase64(bytes)
  const format = AUDIO.get(mediaType.toLowerCase())
  if (format !== undefined) return { type: 'input_audio', input_audio: { data, format } }
  const url = `data:${mediaType};base64,${data}`
  if (isPicture(part)) return { type: 'image_url', image_url: { url } }
  return { type: 'file', file: { filename: name, file_data: url } }
}

export function isPicture({ mediaType }: FilePart): boolean {
  return mediaType.toLowerCase().startsWith('image/') && !isTextType(mediaType)
}

const AUDIO: ReadonlyMap<string, string> = new Map([
  ['audio/wav', 'wav'],
  ['audio/x-wav', 'wav'],
  ['audio/mpeg', 'mp3'],
  ['audio/mp3', 'mp3'],
])
