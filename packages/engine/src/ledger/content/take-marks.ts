/** A text that was removed from pieces, and where it was: `[piece, position, piece, position …]`. */
export type Marks = readonly (readonly [text: string, ...places: number[]])[]

/** The cache marks of Anthropic, of OpenAI and of Bedrock. */
const MARK = /,"(?:cache_control|prompt_cache_breakpoint)":\{[^{}]*\}|,\{"cachePoint":\{[^{}]*\}\}/g

/** Removes cache marks from pieces: marks move with every request, and the pieces they leave must stay the same. */
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
  // In ascending order: each position counts the marks before it.
  for (const { text, piece, at } of places.sort((one, other) => one.at - other.at)) {
    const before = marked[piece]
    if (before === undefined) throw new Error(`there is no piece ${piece} to mark`)
    marked[piece] = before.slice(0, at) + text + before.slice(at)
  }
  return marked
}
