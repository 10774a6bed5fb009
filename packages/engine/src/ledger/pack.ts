import type { Run } from './match-texts.ts'
import type { SheetShape } from './sheet.ts'

/** What a request adds to those before it, and how it is put together from both. It is kept as one blob. */
export interface Pack {
  readonly runs: readonly Run[]
  readonly added: readonly string[]
  readonly shape: SheetShape
}

/** A line of JSON, and behind it the added texts as they are: as JSON, their own quotes would make them a fifth longer. */
export function encodePack({ runs, added, shape }: Pack): Uint8Array {
  const lengths = added.map(text => text.length)
  const head = JSON.stringify({ runs: runs.flat(), lengths, report: shape.report, marks: shape.marks })
  return new TextEncoder().encode(`${head}\n${added.join('')}`)
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

export function decodePack(bytes: Uint8Array): Pack {
  const text = decoder.decode(bytes)
  const end = text.indexOf('\n')
  const head: unknown = JSON.parse(text.slice(0, end))
  if (typeof head !== 'object' || head === null) throw new Error('a pack without its first line')
  if (!('runs' in head && 'lengths' in head && 'report' in head && 'marks' in head)) {
    throw new Error('a pack whose first line lacks something')
  }
  let at = end + 1
  const added = numbers(head.lengths).map(length => {
    at += length
    return text.slice(at - length, at)
  })
  if (at !== text.length) throw new Error('a pack that is longer or shorter than it says')
  const report = head.report === null ? null : (numbers([head.report])[0] ?? 0)
  return { runs: runsFrom(numbers(head.runs)), added, shape: { report, marks: marksFrom(head.marks) } }
}

function runsFrom(flat: readonly number[]): readonly Run[] {
  const runs: Run[] = []
  for (let at = 0; at < flat.length; at += 3) runs.push([flat[at] ?? 0, flat[at + 1] ?? 0, flat[at + 2] ?? 0])
  return runs
}

function marksFrom(value: unknown): SheetShape['marks'] {
  return list(value).map(mark => {
    const [text, ...places] = list(mark)
    if (typeof text !== 'string') throw new Error('a mark without its text')
    return [text, ...numbers(places)]
  })
}

function numbers(value: unknown): readonly number[] {
  return list(value).map(each => {
    if (typeof each !== 'number' || !Number.isSafeInteger(each)) throw new Error('a pack with a figure that is none')
    return each
  })
}

function list(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw new Error('a pack with something that is no list')
  return value
}
