import type { Operation } from './store.ts'

/** Every backend refuses what not all of them can store exactly, before anything is written. */
export function assertOperations(operations: readonly Operation[]): void {
  for (const operation of operations) {
    assertText('shelf', operation.shelf)
    assertText('id', operation.id)
    assertVersion(operation)
    if (operation.kind !== 'put') continue
    assertText('parent', operation.parent)
    if (operation.order !== 'next') assertOrder(operation.order)
    for (const ref of operation.refs) assertText('ref', ref)
    for (const { id } of operation.blobs ?? []) assertText('blob id', id)
    if (!(operation.body instanceof Uint8Array)) throw new TypeError(`${place(operation)} has a body that is not bytes`)
  }
  if (operations.length > 1) assertDistinct(operations)
}

/** UTF-8 has no lone surrogates: a database would store U+FFFD, and two ids could become one. */
export function assertText(what: string, text: string): void {
  if (!text.isWellFormed()) throw new TypeError(`${what} ${JSON.stringify(text)} holds a lone surrogate`)
}

export function assertLimit(limit: number): void {
  if (!Number.isSafeInteger(limit) || limit < 1) throw new RangeError(`a limit is a whole number above 0, not ${limit}`)
}

function assertOrder(order: number): void {
  if (!Number.isSafeInteger(order)) throw new RangeError(`an order is a safe integer, not ${order}`)
}

function assertVersion(operation: Operation): void {
  const least = operation.kind === 'remove' ? 1 : 0
  if (Number.isSafeInteger(operation.expect) && operation.expect >= least) return
  throw new RangeError(`${place(operation)} expects version ${operation.expect}`)
}

/** Two operations on one row would depend on their order, which a version cannot express. */
function assertDistinct(operations: readonly Operation[]): void {
  const seen = new Map<string, Set<string>>()
  for (const operation of operations) {
    const ids = seen.get(operation.shelf)
    if (ids === undefined) seen.set(operation.shelf, new Set([operation.id]))
    else if (ids.has(operation.id)) throw new TypeError(`${place(operation)} is named twice in one write`)
    else ids.add(operation.id)
  }
}

function place(operation: Operation): string {
  return `${operation.kind} of ${operation.shelf}/${operation.id}`
}
