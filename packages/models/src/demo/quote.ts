const LONGEST_QUOTE = 90

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/**
 * The beginning of what the user wrote, as a Markdown block quote on one line. Every sign that Markdown could take as its own is
 * escaped, so that pasted markup, mathematics or HTML is shown as typed and not rendered a second time.
 */
export function quote(text: string): string {
  const line = text
    .toWellFormed()
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
  return `> ${cut(line, LONGEST_QUOTE).replaceAll(/[!-/:-@[-`{-~]/g, '\\$&')}`
}

/** The first `longest` graphemes, with an ellipsis when something is missing. */
export function cut(text: string, longest: number): string {
  let kept = ''
  let count = 0
  for (const { segment } of graphemes.segment(text)) {
    if (count === longest) return `${kept.trimEnd()}…`
    kept += segment
    count += 1
  }
  return kept
}
