export interface PaletteEntry {
  readonly key: string
  readonly kind: string
  readonly label: string
}

const MOST = 50

/** The entries that hold every word that was typed; those whose name begins with it first, otherwise in their own order. */
export function findEntries<Entry extends PaletteEntry>(entries: readonly Entry[], query: string): readonly Entry[] {
  const asked = fold(query).split(/\s+/).filter(Boolean)
  const found = entries.filter(({ kind, label }) => asked.every(word => fold(`${label} ${kind}`).includes(word)))
  const begins = ({ label }: Entry) => fold(label).startsWith(asked.join(' '))
  return [...found.filter(begins), ...found.filter(entry => !begins(entry))].slice(0, MOST)
}

/** Without case and accents. */
function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase()
}
