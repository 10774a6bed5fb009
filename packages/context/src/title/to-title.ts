const LONGEST = 80
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** A title from what a model wrote: its first line with words, without the marks that models put around titles. Null if none is left. */
export function toTitle(written: string): string | null {
  const line = written
    .split(/[\r\n\u2028\u2029]+/u)
    .map(bare)
    .find(text => /[\p{L}\p{N}\p{S}]/u.test(text))
  if (line === undefined) return null
  let count = 0
  let end = 0
  for (const { index } of graphemes.segment(line)) {
    if (count === LONGEST - 1) end = index
    if (count === LONGEST) return `${line.slice(0, end).trimEnd()}…`
    count += 1
  }
  return line
}

function bare(line: string): string {
  return line
    .replaceAll(/\p{Cc}+/gu, ' ')
    .replace(/^[\s#]*(?:title\s*:)?/iu, '')
    .replaceAll(/\s+/gu, ' ')
    .replaceAll(/^[\s"'“”„«»*_`]+|[\s"'“”„«»*_`.]+$/gu, '')
}
