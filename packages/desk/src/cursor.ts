import { EngineError } from '@stet/engine'
import type { Cursor } from '@stet/store'

/** A place in a list, as a client passes it back. It has no meaning to the caller. */
export function fromCursor({ order, id }: Cursor): string {
  return `${order}.${id}`
}

export function toCursor(text: string): Cursor {
  const [, order, id] = /^(-?\d{1,16})\.([\w/]{1,200})$/.exec(text) ?? []
  if (order === undefined || id === undefined) {
    throw new EngineError('invalid', 'after: must be the `next` of an earlier page')
  }
  return { order: Number(order), id }
}
