/** A text as it is compared: without case, accents and vowel signs; `at` says where each of its characters comes from. */
interface Folded {
  readonly text: string
  readonly at: readonly number[]
}

const LEFT_OUT = /[\p{M}\p{Cf}\u0640]/gu
const WORD = /[\p{L}\p{N}\p{M}\p{Emoji_Presentation}]+/gu
/** Scripts that put spaces between words: there a match begins where a word does. */
const SPACED = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Hebrew}\p{N}]/u
const LETTER = /[\p{L}\p{N}]/u

/** The places of a text that hold one of the words of a search, as [start, end), in order and without overlaps. */
export function findWords(text: string, search: string): readonly (readonly [number, number])[] {
  const words = fold(search).text.match(WORD) ?? []
  if (words.length === 0) return []
  const folded = fold(text)
  const found: [number, number][] = []
  for (const word of new Set(words)) {
    for (let from = folded.text.indexOf(word); from !== -1; from = folded.text.indexOf(word, from + word.length)) {
      if (SPACED.test(word) && LETTER.test(folded.text.charAt(from - 1))) continue
      const end = from + word.length
      found.push([folded.at[from] ?? 0, folded.at[end] ?? text.length])
    }
  }
  return joined(found.toSorted(([one], [other]) => one - other))
}

function fold(text: string): Folded {
  let folded = ''
  const at: number[] = []
  let place = 0
  for (const character of text) {
    const plain = character.normalize('NFKD').replace(LEFT_OUT, '').toLowerCase()
    for (let unit = 0; unit < plain.length; unit += 1) at.push(place)
    folded += plain
    place += character.length
  }
  return { text: folded, at }
}

function joined(sorted: readonly [number, number][]): readonly (readonly [number, number])[] {
  const ranges: [number, number][] = []
  for (const [start, end] of sorted) {
    const last = ranges.at(-1)
    if (last !== undefined && start <= last[1]) last[1] = Math.max(last[1], end)
    else ranges.push([start, end])
  }
  return ranges
}
