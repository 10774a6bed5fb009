import { blobId, LARGE_RESULT, type NewBlob } from '@stet/store'
import { endOfText } from './split-body.ts'

/** A JSON string that was taken out of a text: `[index of the text, where it was, the blob of what it says]`. */
export type Large = readonly [text: number, at: number, blob: string]

interface Taken {
  readonly texts: readonly string[]
  readonly large: readonly Large[]
  readonly blobs: readonly NewBlob[]
}

/**
 * Takes the large JSON strings out of texts, each as a blob. A large result of a tool is the same blob in its call and in its message, so
 * that a request which sends it does not store it again (T1).
 */
export async function takeLarge(texts: readonly string[], now: number): Promise<Taken> {
  const large: Large[] = []
  const blobs = new Map<string, NewBlob>()
  const without = texts.map(async (text, index) => {
    const pieces: string[] = []
    let from = 0
    let length = 0
    for (const [start, end] of largeStringsIn(text)) {
      const bytes = saidBy(text.slice(start, end))
      if (bytes === null) continue
      const blob = await blobId(bytes)
      blobs.set(blob, { id: blob, bytes, now })
      pieces.push(text.slice(from, start))
      length += start - from
      large.push([index, length, blob])
      from = end
    }
    return pieces.length === 0 ? text : [...pieces, text.slice(from)].join('')
  })
  return { texts: await Promise.all(without), large, blobs: [...blobs.values()] }
}

/** The texts as they were; `saidIn` has what each blob says. */
export function putLarge(
  texts: readonly string[],
  large: readonly Large[],
  saidIn: (blob: string) => string,
): readonly string[] {
  if (large.length === 0) return texts
  return texts.map((text, index) => {
    const pieces: string[] = []
    let from = 0
    for (const [of, at, blob] of large) {
      if (of !== index) continue
      pieces.push(text.slice(from, at), JSON.stringify(saidIn(blob)))
      from = at
    }
    return pieces.length === 0 ? text : [...pieces, text.slice(from)].join('')
  })
}

/** Where the large strings of a JSON text start and end, with their quotes. */
function* largeStringsIn(text: string): Generator<readonly [start: number, end: number]> {
  if (text.length <= LARGE_RESULT) return
  for (let start = text.indexOf('"'); start !== -1; ) {
    const end = endOfText(text, start) + 1
    if (end - start > LARGE_RESULT && end <= text.length) yield [start, end]
    start = text.indexOf('"', end)
  }
}

/** What a JSON string says; null where writing it again would give other bytes, and where it is not JSON. */
function saidBy(literal: string): Uint8Array | null {
  try {
    const said: unknown = JSON.parse(literal)
    if (typeof said !== 'string' || !said.isWellFormed() || JSON.stringify(said) !== literal) return null
    return new TextEncoder().encode(said)
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}
