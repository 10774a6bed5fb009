import { type FilePart, isTextType, type ModelFacts } from '@stet/history'
import { ModelError } from '../model-error.ts'
import type { ProviderType } from '../provider-type.ts'

type Protocol = Exclude<ProviderType, 'demo'>

/** Media types that a protocol takes as files, each with its name on the wire. */
interface FileTypes {
  readonly image: Readonly<Record<string, string>>
  readonly document: Readonly<Record<string, string>>
  readonly audio?: Readonly<Record<string, string>>
}

const COMMON_IMAGES = { 'image/png': 'png', 'image/jpeg': 'jpeg', 'image/gif': 'gif', 'image/webp': 'webp' }
const PDF = { 'application/pdf': 'pdf' }
const OFFICE = {
  'application/msword': 'doc',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'application/vnd.ms-excel': 'xls',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
}
const SLIDES = {
  'application/vnd.ms-powerpoint': 'ppt',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'pptx',
}
const WAV_AND_MP3 = { 'audio/wav': 'wav', 'audio/x-wav': 'wav', 'audio/mpeg': 'mp3', 'audio/mp3': 'mp3' }

/**
 * What each protocol takes beside text. A request with any other file is refused, and so is every later one of its chat, since the message
 * stays in the history.
 */
const fileTypes: Readonly<Record<Protocol, FileTypes>> = {
  'openai-chat': { image: COMMON_IMAGES, document: PDF, audio: WAV_AND_MP3 },
  'openai-responses': { image: COMMON_IMAGES, document: { ...PDF, ...OFFICE, ...SLIDES } },
  anthropic: { image: COMMON_IMAGES, document: PDF },
  gemini: {
    image: {
      'image/png': 'png',
      'image/jpeg': 'jpeg',
      'image/webp': 'webp',
      'image/heic': 'heic',
      'image/heif': 'heif',
    },
    document: PDF,
    audio: {
      ...WAV_AND_MP3,
      'audio/aiff': 'aiff',
      'audio/aac': 'aac',
      'audio/ogg': 'ogg',
      'audio/flac': 'flac',
    },
  },
  bedrock: { image: COMMON_IMAGES, document: { ...PDF, ...OFFICE } },
}

/** How a file reaches a model: as its text, as a file of a known format, or not at all, with a note in its place. */
export type MappedFile =
  | { readonly as: 'text'; readonly text: string }
  | { readonly as: keyof FileTypes; readonly format: string; readonly mediaType: string; readonly bytes: Uint8Array }
  | { readonly as: 'note'; readonly text: string }

export interface FileMapping {
  readonly protocol: Protocol
  readonly takes: ModelFacts['takes']
  readonly files: ReadonlyMap<string, Uint8Array>
  /** The reason why a file is left out is added. */
  readonly notes: string[]
}

export function mapFile(part: FilePart, { protocol, takes, files, notes }: FileMapping): MappedFile {
  const bytes = files.get(part.blob)
  if (bytes === undefined) {
    throw new ModelError('invalid-request', { message: `the bytes of ${part.name} are missing` })
  }
  if (isTextType(part.mediaType)) return { as: 'text', text: new TextDecoder().decode(bytes) }
  const mediaType = part.mediaType.toLowerCase().split(';')[0]?.trim() ?? ''
  const { image, document, audio = {} } = fileTypes[protocol]
  const found = [
    { as: 'image', format: takes.images ? image[mediaType] : undefined },
    { as: 'document', format: takes.files ? document[mediaType] : undefined },
    { as: 'audio', format: audio[mediaType] },
  ] as const
  for (const { as, format } of found)
    if (format !== undefined && bytes.length > 0) return { as, format, mediaType, bytes }
  const because = bytes.length === 0 ? 'it is empty' : `this model does not take ${part.mediaType}`
  notes.push(`${part.name} was left out: ${because}`)
  return { as: 'note', text: fileNote(part) }
}

/** What the model reads where the bytes of a file cannot go. */
export function fileNote({ name, mediaType }: Pick<FilePart, 'name' | 'mediaType'>): string {
  return `[file ${JSON.stringify(name)}, ${mediaType}]`
}
