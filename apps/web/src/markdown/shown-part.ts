/** How much of a long text is drawn: laying out a megabyte takes seconds, and nobody reads it in one go. */
export interface Extent {
  readonly characters: number
  readonly blocks: number
}

export const AT_FIRST: Extent = { characters: 12_000, blocks: 40 }
export const SOON: Extent = { characters: 60_000, blocks: 150 }
export const WHOLE: Extent = { characters: Number.POSITIVE_INFINITY, blocks: Number.POSITIVE_INFINITY }

export function more(extent: Extent): Extent {
  return { characters: extent.characters + SOON.characters, blocks: extent.blocks + SOON.blocks }
}

/** The beginning of a text, cut after a line where there is one, and never inside a character. */
export function beginningOf(text: string, characters: number): string {
  if (text.length <= characters) return text
  const lineEnd = text.lastIndexOf('\n', characters - 1)
  const end = lineEnd > characters / 2 ? lineEnd + 1 : characters
  return /[\uD800-\uDBFF]/.test(text.charAt(end - 1)) ? text.slice(0, end - 1) : text.slice(0, end)
}
