const LONGEST = 400

/**
 * Where the last finished sentence of a growing text ends. A screen reader reads sentences, not the halves of words that arrive.
 */
export function endOfSentences(text: string): number {
  let end = 0
  for (const match of text.matchAll(/[.!?…]["'”’)\]*_]*\s|[。！？]|\n\n/g)) end = match.index + match[0].length
  return end
}

/** Markdown as one would read it aloud: without its signs, and with code and formulas named instead of spelt. */
export function spoken(markdown: string): string {
  const text = markdown
    .replace(/```[\s\S]*?(?:```|$)/g, ' (code) ')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^[ \t]*(?:#{1,6}|>|[-*+]|\|)[ \t]*/gm, '')
    .replace(/^[\s|:-]+$/gm, '')
    .replace(/[*_`~|]+/g, '')
    .replace(/\s+/g, ' ')
    .trim()
  return text.length > LONGEST ? `${text.slice(0, LONGEST)} …` : text
}
