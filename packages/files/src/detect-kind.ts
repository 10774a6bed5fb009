import type { FileHead } from '@stet/store'
import { fileTypeFromBuffer } from 'file-type'

/** A document that may well be valid UTF-8 and is still no text to edit. */
const NEVER_TEXT = new Set(['application/pdf'])

const BY_ENDING: Readonly<Record<string, string>> = {
  md: 'text/markdown',
  js: 'text/javascript',
  json: 'application/json',
  html: 'text/html',
  css: 'text/css',
  csv: 'text/csv',
  svg: 'image/svg+xml',
}

/** What bytes are: text if they are valid UTF-8 without NUL, otherwise binary, named by their first bytes (T4). */
export async function detectKind(bytes: Uint8Array, name: string): Promise<Pick<FileHead, 'kind' | 'mediaType'>> {
  const found = await fileTypeFromBuffer(bytes.subarray(0, 64 * 1024))
  const mediaType = found?.mime ?? 'application/octet-stream'
  if (NEVER_TEXT.has(mediaType) || toText(bytes) === null) return { kind: 'binary', mediaType }
  const ending = name.includes('.') ? (name.split('.').at(-1) ?? '').toLowerCase() : ''
  return { kind: 'text', mediaType: BY_ENDING[ending] ?? 'text/plain' }
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** The text of a file; null when it is no text. */
export function toText(bytes: Uint8Array): string | null {
  if (bytes.includes(0)) return null
  try {
    return decoder.decode(bytes)
  } catch (error) {
    if (error instanceof TypeError) return null
    throw error
  }
}
