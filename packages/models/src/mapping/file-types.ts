import { type FilePart, isTextType, type ModelFacts } from '@stet/history'
import type { ProviderType } from '../provider-type.ts'

export type Protocol = Exclude<ProviderType, 'demo'>

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

/** A format that a protocol takes as a file. */
export interface FileFormat {
  readonly as: keyof FileTypes
  readonly format: string
  readonly mediaType: string
}

/** The format in which a model takes files of a type; null when it does not. */
export function formatOf(protocol: Protocol, takes: ModelFacts['takes'], type: string): FileFormat | null {
  const mediaType = type.toLowerCase().split(';')[0]?.trim() ?? ''
  const { image, document, audio = {} } = fileTypes[protocol]
  const found = [
    { as: 'image', format: takes.images ? image[mediaType] : undefined },
    { as: 'document', format: takes.files ? document[mediaType] : undefined },
    { as: 'audio', format: audio[mediaType] },
  ] as const
  for (const { as, format } of found) if (format !== undefined) return { as, format, mediaType }
  return null
}

/** How a model takes a file: as itself, as its text, or not at all. */
export type FileUse = 'file' | 'text' | 'none'

/** What `mapFile` will do with a file, before it is sent. The demo takes text alone. */
export function fileUse(
  { protocol, takes }: Pick<ModelFacts, 'protocol' | 'takes'>,
  { mediaType, extracted }: Pick<FilePart, 'mediaType' | 'extracted'>,
): FileUse {
  if (isTextType(mediaType)) return 'text'
  if (isProtocol(protocol) && formatOf(protocol, takes, mediaType) !== null) return 'file'
  return extracted === undefined ? 'none' : 'text'
}

function isProtocol(name: string): name is Protocol {
  return Object.hasOwn(fileTypes, name)
}
