/** Where some texts in a row come from: `[source, first, count]`. */
export type Run = readonly [source: number, first: number, count: number]

export const FROM_BASE = 0
export const NEW = -1

interface Matched {
  readonly runs: readonly Run[]
  /** What the base does not have. */
  readonly added: readonly string[]
}

/** Texts as what a base already has and what it has not, in as few runs as follow one another there. */
export function matchTexts(texts: readonly string[], base: readonly string[]): Matched {
  const added: string[] = []
  let places: ReadonlyMap<string, number> | null = null
  let expected = 0
  const each = texts.map((text): readonly [source: number, at: number] => {
    if (base[expected] !== text) {
      places ??= new Map(base.map((one, index) => [one, index]))
      const found = places.get(text)
      if (found === undefined) return [NEW, added.push(text) - 1]
      expected = found
    }
    expected += 1
    return [FROM_BASE, expected - 1]
  })
  return { runs: joined(each), added }
}

/** The source and the place of every single text. */
export function eachOf(runs: readonly Run[]): readonly (readonly [source: number, at: number])[] {
  return runs.flatMap(([source, first, count]) =>
    Array.from({ length: count }, (_, index) => [source, first + index] as const),
  )
}

export function joined(each: readonly (readonly [source: number, at: number])[]): readonly Run[] {
  const runs: [number, number, number][] = []
  for (const [source, at] of each) {
    const last = runs.at(-1)
    if (last !== undefined && last[0] === source && last[1] + last[2] === at) last[2] += 1
    else runs.push([source, at, 1])
  }
  return runs
}
