import type { Large } from './large-texts.ts'
import type { RequestTexts, TextShape } from './request-texts.ts'

/** Texts in a row that come from one place: `[source, first, count]`. */
export type Span = readonly [source: number, first: number, count: number]

/** Sources of a span. A number from 1 is the place of a pack in the manifest's `packs`. */
export const FROM_BASE = 0
export const NEW = -1

/** The texts that a request adds to its base, and how to put all its texts together from both. Stored as one blob. */
export interface Pack {
  readonly spans: readonly Span[]
  readonly added: readonly string[]
  readonly shape: TextShape
}

/** A text by its source and its index there. */
type Place = readonly [source: number, at: number]

/** Refers to the texts that the base has, and adds the others. `nameOf` turns an index in the base into a place. */
export function toPack(
  { texts, shape }: RequestTexts,
  base: readonly string[],
  nameOf: (index: number) => Place = index => [FROM_BASE, index],
): Pack {
  const added: string[] = []
  let indexes: ReadonlyMap<string, number> | null = null
  let expected = 0
  const places = texts.map((text): Place => {
    if (base[expected] !== text) {
      indexes ??= new Map(base.map((one, index) => [one, index]))
      const found = indexes.get(text)
      if (found === undefined) return [NEW, added.push(text) - 1]
      expected = found
    }
    expected += 1
    return nameOf(expected - 1)
  })
  return { spans: toSpans(places), added, shape }
}

/** Where a text is stored: the blob of its pack, and its index among the texts that pack adds. */
export interface StoredPlace {
  readonly pack: string
  readonly at: number
}

function toSpans(places: readonly Place[]): readonly Span[] {
  const spans: [number, number, number][] = []
  for (const [source, at] of places) {
    const last = spans.at(-1)
    if (last !== undefined && last[0] === source && last[1] + last[2] === at) last[2] += 1
    else spans.push([source, at, 1])
  }
  return spans
}

/** A pack as it is stored: its large texts are blobs of their own, to be put back into what it adds. */
export interface EncodedPack extends Pack {
  readonly large: readonly Large[]
}

/**
 * A line of JSON, followed by the added texts unescaped: as JSON, their own quotes would make them a fifth longer. `runs` is the stored name
 * of the spans.
 */
export function encodePack({ spans, added, shape, large }: EncodedPack): Uint8Array {
  const lengths = added.map(text => text.length)
  const { report, marks } = shape
  const head = JSON.stringify({ runs: spans.flat(), lengths, report, marks, ...(large.length > 0 && { large }) })
  return new TextEncoder().encode(`${head}\n${added.join('')}`)
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Throws for anything that `encodePack` did not make. */
export function decodePack(bytes: Uint8Array): EncodedPack {
  const text = decoder.decode(bytes)
  const end = text.indexOf('\n')
  const head: { readonly [field: string]: unknown } = { ...JSON.parse(text.slice(0, end)) }
  let at = end + 1
  const added = numbers(head.lengths).map(length => {
    at += length
    return text.slice(at - length, at)
  })
  if (at !== text.length) throw new Error('a pack that is longer or shorter than it says')
  const flat = numbers(head.runs)
  const spans = Array.from({ length: flat.length / 3 }, (_, span): Span => {
    const [source = NEW, first = 0, count = 0] = flat.slice(3 * span, 3 * span + 3)
    return [source, first, count]
  })
  const [report = null] = head.report === null ? [] : numbers([head.report])
  const marks = list(head.marks).map((mark): [string, ...number[]] => {
    const [marked, ...places] = list(mark)
    return [String(marked), ...numbers(places)]
  })
  const large = list(head.large ?? []).map((one): Large => {
    const [index, at, blob] = list(one)
    const [text = 0, place = 0] = numbers([index, at])
    return [text, place, String(blob)]
  })
  return { spans, added, shape: { report, marks }, large }
}

function numbers(value: unknown): readonly number[] {
  return list(value).map(each => {
    if (typeof each !== 'number' || !Number.isSafeInteger(each))
      throw new Error('a pack with a figure that is not a whole number')
    return each
  })
}

function list(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw new Error('a pack with a value that should be a list')
  return value
}
