import type { AssistantPart, SourcePart } from '@stet/api/client'

/** A source of an answer, however often it is cited. */
export interface CitedSource {
  readonly number: number
  readonly url: string
  readonly title: string | null
  /** What is quoted of it, each once. */
  readonly quotes: readonly string[]
}

/** The sources of an answer, each address once: in the order in which the text cites them, then those it does not cite. */
export function sourcesOf(parts: readonly AssistantPart[]): readonly CitedSource[] {
  const text = parts.map(part => (part.kind === 'text' ? part.text : '')).join('')
  const listed = parts.filter(isSource)
  const cited = listed.filter(({ at }) => at !== undefined).sort((one, other) => (one.at ?? 0) - (other.at ?? 0))
  const byUrl = Map.groupBy([...cited, ...listed], ({ url }) => url)
  return [...byUrl].map(([url, sources], index) => ({
    number: index + 1,
    url,
    title: sources.find(({ title }) => title !== null && title !== '')?.title ?? null,
    // Some providers name the words of the answer itself, which quote nothing.
    quotes: [...new Set(sources.flatMap(({ citedText }) => citedText ?? []))].filter(quote => !text.includes(quote)),
  }))
}

function isSource(part: AssistantPart): part is SourcePart {
  return part.kind === 'source'
}

const FENCE = /^ {0,3}(?:```|~~~)/gm

/** The texts of an answer with a link such as `[1](#source-1)` wherever a source is cited. Within code there is none. */
export function withMarks(parts: readonly AssistantPart[], sources: readonly CitedSource[]): readonly AssistantPart[] {
  const marks = new Map<number, Set<number>>()
  for (const { at, url } of parts.filter(isSource)) {
    const number = sources.find(source => source.url === url)?.number
    if (at !== undefined && number !== undefined) marks.set(at, (marks.get(at) ?? new Set()).add(number))
  }
  if (marks.size === 0) return parts
  const places = [...marks].sort(([one], [other]) => other - one)
  let start = 0
  return parts.map(part => {
    if (part.kind !== 'text') return part
    const begin = start
    const end = begin + part.text.length
    start = end
    const inside = places.filter(([at]) => at > begin && at <= end)
    return inside.length === 0
      ? part
      : { ...part, text: inside.reduce((text, mark) => insert(text, begin, mark), part.text) }
  })
}

function insert(text: string, begin: number, [at, numbers]: readonly [number, ReadonlySet<number>]): string {
  const before = text.slice(0, at - begin)
  if ((before.match(FENCE)?.length ?? 0) % 2 === 1) return text
  // The thin space keeps `!` and `]` before it from making an image or another link of the mark.
  const links = [...numbers].map(number => `[${number}](#source-${number})`).join('')
  return `${before}\u2009${links}${text.slice(at - begin)}`
}
