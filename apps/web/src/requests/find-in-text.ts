const MOST = 5000

export interface Found {
  /** Where each match begins, in order. */
  readonly places: readonly number[]
  readonly length: number
  /** Whether there are more than were looked for. */
  readonly more: boolean
}

/** Every place where a text says this, whatever the case of its letters. */
export function findInText(text: string, wanted: string): Found {
  const places: number[] = []
  if (wanted === '') return { places, length: 0, more: false }
  const sign = new RegExp(wanted.replace(/[\\^$.*+?()[\]{}|]/gu, '\\$&'), 'giu')
  for (const match of text.matchAll(sign)) {
    if (places.length === MOST) return { places, length: wanted.length, more: true }
    places.push(match.index)
  }
  return { places, length: wanted.length, more: false }
}
