import { FROM_BASE, NEW } from './match-texts.ts'
import type { Pack } from './pack.ts'
import { UnreadableSheet } from './sheet.ts'

/** Where each text of a sheet is kept: columns of numbers, since a long chat has a thousand of them at each of hundreds of requests. */
export interface TextPlaces {
  /** Blobs of packs. */
  readonly packs: readonly string[]
  /** For each text, which of the packs. */
  readonly pack: Int32Array
  /** And its place among what that pack adds. */
  readonly at: Int32Array
}

export const noPlaces: TextPlaces = { packs: [], pack: new Int32Array(), at: new Int32Array() }

/** The places of a sheet, given the blob of its pack, the other packs that it names, and the places of its base. */
export function placesOf(
  { runs, added }: Pick<Pack, 'runs' | 'added'>,
  { blob, others }: { readonly blob: string; readonly others: readonly string[] },
  base: TextPlaces,
): TextPlaces {
  const length = runs.reduce((sum, [, , count]) => sum + count, 0)
  const pack = new Int32Array(length)
  const at = new Int32Array(length)
  const own = base.packs.length
  let to = 0
  for (const [source, first, count] of runs) {
    const known = source === FROM_BASE ? base.pack.length : source === NEW ? added.length : Number.MAX_SAFE_INTEGER
    if (first < 0 || first + count > known || source > others.length) {
      throw new UnreadableSheet(`the pack ${blob} names a text that is not there`)
    }
    if (source === FROM_BASE) {
      pack.set(base.pack.subarray(first, first + count), to)
      at.set(base.at.subarray(first, first + count), to)
    } else {
      pack.fill(source === NEW ? own : own + source, to, to + count)
      for (let index = 0; index < count; index += 1) at[to + index] = first + index
    }
    to += count
  }
  return { packs: [...base.packs, blob, ...others], pack, at }
}
