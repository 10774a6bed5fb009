import { eachOf, joined, matchTexts, NEW } from './match-texts.ts'
import type { Pack } from './pack.ts'
import type { Sheet } from './sheet.ts'
import type { TextPlaces } from './text-places.ts'

/** A sheet of which every text is kept in some pack. */
export interface KeptSheet extends Sheet {
  readonly places: TextPlaces
}

export interface Packed {
  readonly pack: Pack
  /** The packs that it takes texts from without going through a base. */
  readonly others: readonly string[]
}

/** What has to be kept of a sheet beside what its base has. */
export function toPack({ texts, shape }: Sheet, base: KeptSheet | null): Packed {
  return { pack: { ...matchTexts(texts, base?.texts ?? []), shape }, others: [] }
}

/** The same without the base: it names the packs in which the base's texts are. */
export function toFlatPack({ texts, shape }: Sheet, { texts: known, places }: KeptSheet): Packed {
  const { runs, added } = matchTexts(texts, known)
  const sources = new Map<string, number>()
  const direct = eachOf(runs).map(([source, at]): readonly [number, number] => {
    const blob = source === NEW ? undefined : places.packs[places.pack[at] ?? -1]
    if (blob === undefined) return [NEW, at]
    const number = sources.get(blob) ?? sources.size + 1
    sources.set(blob, number)
    return [number, places.at[at] ?? 0]
  })
  return { pack: { runs: joined(direct), added, shape }, others: [...sources.keys()] }
}
