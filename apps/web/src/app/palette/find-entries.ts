export interface PaletteEntry {
  readonly key: string
  readonly label: string
  /** Further words by which it is found. */
  readonly words?: string
}

export interface EntryGroup<Entry extends PaletteEntry> {
  readonly name: string
  /** Whether its entries may arrive after the others: then it keeps its place, and moves none of them. */
  readonly isLate?: true
  readonly entries: readonly Entry[]
}

const MOST = 12

/**
 * In each group the entries that hold every word that was typed, those whose name begins with it first, otherwise in their own order. Groups
 * with such a name come first too.
 */
export function findEntries<Entry extends PaletteEntry>(
  groups: readonly EntryGroup<Entry>[],
  query: string,
): readonly EntryGroup<Entry>[] {
  const asked = fold(query).split(/\s+/).filter(Boolean)
  const begins = ({ label }: Entry) => asked.length > 0 && fold(label).startsWith(asked.join(' '))
  const found = groups.map(group => {
    const held = group.entries.filter(entry => {
      const text = fold(`${entry.label} ${entry.words ?? ''}`)
      return asked.every(word => text.includes(word))
    })
    const entries = [...held.filter(begins), ...held.filter(entry => !begins(entry))].slice(0, MOST)
    return { ...group, entries }
  })
  const isFirst = ({ isLate, entries }: EntryGroup<Entry>) => isLate !== true && entries.slice(0, 1).some(begins)
  return [...found.filter(isFirst), ...found.filter(group => !isFirst(group))].filter(
    ({ entries }) => entries.length > 0,
  )
}

/** Without case and accents. */
function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase()
}
