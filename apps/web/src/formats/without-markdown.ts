type Range = readonly [number, number]

interface Excerpt {
  readonly text: string
  /** Places in the text, in order. */
  readonly marks: readonly Range[]
}

/** The signs of Markdown, each pattern with the part of it that is read: the rest of the match is left out. */
const SIGNS: readonly RegExp[] = [
  // Pictures and links are read by their name, also those in which an excerpt begins or ends.
  /!?\[(?<read>[^\]\n]*)\]\([^)\n]*(?:\)|(?=…$))/dgu,
  /(?<=^…[^[\n]*)\]\([^)\n]*\)/dgu,
  /^[ \t]*(?:```|~~~)[^\n]*\n?/dgmu,
  // The line between the head and the body of a table.
  /^[ \t]*\|?(?:[ \t]*:?-{2,}:?[ \t]*\|)+[ \t]*(?::?-{2,}:?)?[ \t]*\n?/dgmu,
  // The border of a table, also of a row in which an excerpt begins or ends. Cells stay apart.
  /(?<=^…?)[ \t]*\|(?!\|)[ \t]*|[ \t]*(?<!\|)\|[ \t]*(?=…?$)/dgmu,
  /(?<=^…?)[ \t]{0,3}(?:#{1,6}|>|[-*+])[ \t]+/dgmu,
  /\*\*|__|~~|`+/dgu,
  /(?<![\w*_])[*_](?<read>\S(?:[^*_\n]*\S)?)[*_](?![\w*_])/dgu,
]

/** The sign of a list item, but for the first: excerpts are read in one line, where items would run together. */
const NEXT_ITEM = /(?<=[^\s:…]\s*\n[ \t]{0,8})[-*+](?=[ \t]+\S)/gu

/** An excerpt as it is read: without the signs of Markdown, list items apart. For a text that is shown whole, the signs are part of it. */
export function withoutMarkdown(source: string, marks: readonly Range[] = []): Excerpt {
  // As long as the sign that it replaces, so that marks stay where they are.
  const text = source.replace(NEXT_ITEM, '·')
  const left = joined(SIGNS.flatMap(sign => [...text.matchAll(sign)].flatMap(unread)))
  const kept = left.map(([, end], index): Range => [end, left[index + 1]?.[0] ?? text.length])
  const pieces: readonly Range[] = [[0, left[0]?.[0] ?? text.length], ...kept]
  const placeOf = (at: number) =>
    pieces.reduce((length, [start, end]) => length + Math.max(0, Math.min(at, end) - start), 0)
  return {
    text: pieces.map(([start, end]) => text.slice(start, end)).join(''),
    marks: marks.map(([start, end]): Range => [placeOf(start), placeOf(end)]).filter(([start, end]) => end > start),
  }
}

/** What of a match is not read. */
function unread({ indices }: RegExpExecArray): readonly Range[] {
  const [whole] = indices ?? []
  const read = indices?.groups?.read
  if (whole === undefined) return []
  return read === undefined
    ? [whole]
    : [
        [whole[0], read[0]],
        [read[1], whole[1]],
      ]
}

function joined(ranges: readonly Range[]): readonly Range[] {
  const all: [number, number][] = []
  for (const [start, end] of ranges.toSorted(([one], [other]) => one - other)) {
    const last = all.at(-1)
    if (last !== undefined && start <= last[1]) last[1] = Math.max(last[1], end)
    else all.push([start, end])
  }
  return all
}
