import type { Written } from '@stet/store'

/** The order that a write gave to one of its rows. */
export function orderOf(written: Written, id: string): number {
  return placeOf(written, id).order
}

export function placeOf(written: Written, id: string): Written['puts'][number] {
  const place = written.puts.find(put => put.id === id)
  if (place === undefined) throw new Error(`the write did not put ${id}`)
  return place
}
