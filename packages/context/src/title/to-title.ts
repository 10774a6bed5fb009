const LONGEST = 80
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** A title from what a model wrote: its first line with words, without the marks that models put around titles. Null if none is left. */
export function toTitle(written: string): string | null {
  const line = written
    .split(/[\r\n\u2028\u2029]+/u)
    .map(bare)
    .find(text => /[\p{L}\p{N}\p{S}]/u.test(text))
  if (line === undefined) return null
  const letters = Array.from(graphemes.segment(line), ({ segment }) => segment)
  return letters.length <= LONGEST
    ? line
    : `${letters
        .slice(0, LONGEST - 1)
        .join('')
        .trimEnd()}…`
}

function bare(line: string): string {
  return line
    .replaceAll(/\p{Cc}+/gu, ' ')
    .replace(/^[\s#]*(?:title\s*:)?/iu, '')
    .replaceAll(/\s+/gu, ' ')
    .replaceAll(/^[\s"'“”„«»*_`]+|[\s"'“”„«»*_`.]+$/gu, '')
}
