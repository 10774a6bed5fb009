import type { FilePart } from '@stet/history'
import { isTextType } from '../mapping/is-text-type.ts'
import { toBase64 } from '../transport/to-base64.ts'
import type { Block } from './block.ts'

const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/gif', 'image/webp']

/** Anthropic refuses a longer one, and an empty one. */
const LONGEST_TITLE = 500

/** A file as a block: pictures, PDF and text go whole; of others and of empty ones a note says that they were there. */
export function toFileBlock(part: FilePart, files: ReadonlyMap<string, Uint8Array>): Block {
  const { blob, mediaType } = part
  const title = part.name === '' ? {} : { title: part.name.slice(0, LONGEST_TITLE) }
  const bytes = files.get(blob)
  if (bytes === undefined) throw new Error(`the bytes of ${blob} were not handed in`)
  if (bytes.length === 0) return { type: 'text', text: toFileNote(part) }
  if (IMAGE_TYPES.includes(mediaType)) {
    return { type: 'image', source: { type: 'base64', media_type: mediaType, data: toBase64(bytes) } }
  }
  if (mediaType === 'application/pdf') {
    return { type: 'document', source: { type: 'base64', media_type: mediaType, data: toBase64(bytes) }, ...title }
  }
  if (!isTextType(mediaType)) return { type: 'text', text: toFileNote(part) }
  const data = new TextDecoder().decode(bytes)
  return { type: 'document', source: { type: 'text', media_type: 'text/plain', data }, ...title }
}

/** What stands for a file where its bytes cannot go. */
export function toFileNote({ name, mediaType, size }: FilePart): string {
  return `[file ${JSON.stringify(name)}, ${mediaType}, ${size} bytes]`
}
