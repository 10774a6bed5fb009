const LONGEST_CHUNK = 12

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Cuts a text into the pieces it is streamed in: about a word each, and never inside a grapheme. */
export function toChunks(text: string): readonly string[] {
  const chunks: string[] = []
  let chunk = ''
  let length = 0
  for (const { segment } of graphemes.segment(text)) {
    const startsWord = /^\s/u.test(segment) && /\S/u.test(chunk)
    if (startsWord || length === LONGEST_CHUNK) {
      chunks.push(chunk)
      chunk = ''
      length = 0
    }
    chunk += segment
    length += 1
  }
  if (chunk !== '') chunks.push(chunk)
  return chunks
}
