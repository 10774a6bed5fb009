/** One text that was taken out of pieces, and where it stood in them: `[piece, place, piece, place …]`. */
export type Marks = readonly (readonly [text: string, ...places: number[]])[]

/** Cache marks of Anthropic, and of Bedrock, as they stand behind what they mark. */
const MARK = /,"cache_control":\{[^{}]*\}|,\{"cachePoint":\{[^{}]*\}\}/g

/** Pieces without their cache marks: a mark that moves on with every request must not make the pieces new that it leaves. */
export function takeMarks(pieces: readonly string[]): { readonly pieces: readonly string[]; readonly marks: Marks } {
  const marks = new Map<string, number[]>()
  const unmarked = pieces.map((piece, index) =>
    piece.replace(MARK, (text, at: number) => {
      const places = marks.get(text) ?? []
      marks.set(text, places)
      places.push(index, at)
      return ''
    }),
  )
  return { pieces: unmarked, marks: [...marks].map(([text, places]) => [text, ...places]) }
}

export function putMarks(pieces: readonly string[], marks: Marks): readonly string[] {
  const marked = [...pieces]
  const places = marks.flatMap(([text, ...numbers]) =>
    numbers.flatMap((piece, index) => (index % 2 === 0 ? [{ text, piece, at: numbers[index + 1] ?? 0 }] : [])),
  )
  // From the start of a piece to its end: each place is that in the piece with all its marks.
  for (const { text, piece, at } of places.sort((one, other) => one.at - other.at)) {
    const before = marked[piece]
    if (before === undefined) throw new Error(`there is no piece ${piece} to mark`)
    marked[piece] = before.slice(0, at) + text + before.slice(at)
  }
  return marked
}
