/** What was typed, and which row was chosen by the arrows or the pointer: null is the first, whichever that is. */
export interface Typed {
  readonly query: string
  readonly chosen: string | null
}

interface Row {
  readonly key: string
}

export const NOTHING_TYPED: Typed = { query: '', chosen: null }

/** Where the chosen row is now. Rows that arrived since do not change which one it is. */
export function placeOf(rows: readonly Row[], chosen: string | null): number {
  return Math.max(
    0,
    rows.findIndex(({ key }) => key === chosen),
  )
}

/** What a key makes of what was typed. */
export function pressKey(before: Typed, key: string, rows: readonly Row[]): Typed {
  const at = placeOf(rows, before.chosen)
  switch (key) {
    case 'ArrowDown':
      return { ...before, chosen: rows[(at + 1) % rows.length]?.key ?? null }
    case 'ArrowUp':
      return { ...before, chosen: rows.at(at - 1)?.key ?? null }
    case 'Backspace':
      return { query: before.query.slice(0, -1), chosen: null }
    default:
      return { query: before.query + key, chosen: null }
  }
}
