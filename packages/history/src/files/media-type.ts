const TEXT =
  /^(text\/|application\/(json|xml|(x-)?yaml|toml|javascript|typescript|sql|x-sh|x-ndjson)\b|[a-z]+\/[^;]+\+(json|xml|yaml)\b)/

/** Whether a file is text, which every model takes as such. */
export function isTextType(mediaType: string): boolean {
  return TEXT.test(mediaType.toLowerCase())
}

const WITH_TEXT = new Set([
  'application/pdf',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
])

/** Whether the text of a file can be extracted: a PDF or a DOCX. */
export function isExtractable(mediaType: string): boolean {
  return WITH_TEXT.has(mediaType)
}

const RASTERS: readonly (readonly [type: string, at: number, bytes: readonly number[]])[] = [
  ['image/png', 0, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ['image/jpeg', 0, [0xff, 0xd8, 0xff]],
  ['image/gif', 0, [0x47, 0x49, 0x46, 0x38]],
  ['image/webp', 8, [0x57, 0x45, 0x42, 0x50]],
  ['image/avif', 4, [0x66, 0x74, 0x79, 0x70, 0x61, 0x76, 0x69, 0x66]],
  ['image/bmp', 0, [0x42, 0x4d]],
]

/** The type of a picture made of pixels, by its first bytes; null for anything else, whatever its name says (Z-6). */
export function rasterType(start: Uint8Array): string | null {
  const found = RASTERS.find(([, at, bytes]) => bytes.every((byte, index) => start[at + index] === byte))
  return found?.[0] ?? null
}

/** Types that browsers give for files that they do not know. */
const UNTOLD = new Set(['', 'application/octet-stream', 'video/mp2t'])
const WELL_FORMED = /^[a-z]+\/[a-z0-9][a-z0-9.+-]{0,100}$/

/** What a file is, by its first bytes where they say so, else by what its sender claims. */
export function mediaTypeOf(claimed: string, start: Uint8Array): string {
  const raster = rasterType(start)
  if (raster !== null) return raster
  if (startsWith(start, '%PDF-')) return 'application/pdf'
  const type = claimed.toLowerCase().split(';')[0]?.trim() ?? ''
  // A picture of one of these types would have begun as one.
  const isFalse = RASTERS.some(([known]) => known === type)
  if (WELL_FORMED.test(type) && !UNTOLD.has(type) && !isFalse) return type
  return looksLikeText(start) ? 'text/plain' : 'application/octet-stream'
}

function startsWith(bytes: Uint8Array, text: string): boolean {
  return Array.from(text).every((letter, at) => bytes[at] === letter.charCodeAt(0))
}

/** The beginning of a file may end within a character. */
function looksLikeText(start: Uint8Array): boolean {
  if (start.length === 0) return false
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(start, { stream: true })
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what text does not have
    return !/[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/.test(text)
  } catch (error) {
    if (error instanceof TypeError) return false
    throw error
  }
}
