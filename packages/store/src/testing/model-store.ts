import type { Operation, Row } from '../store.ts'

/** The contract in as few words as possible, to compare backends with: no refs to blobs, no cursors, one owner. */
export class ModelStore {
  readonly rows = new Map<string, { readonly shelf: string; readonly row: Row }>()

  /** The version that stands in the way, or null once all operations are done. */
  write(operations: readonly Operation[], orderOf: (operation: Operation) => number): Operation | null {
    for (const operation of operations) {
      const version = this.rows.get(keyOf(operation))?.row.version ?? 0
      if (version !== operation.expect) return operation
    }
    for (const operation of operations) {
      this.rows.delete(operation.kind === 'check' ? '' : keyOf(operation))
      if (operation.kind !== 'put') continue
      const { shelf, id, parent, refs, body, expect } = operation
      this.rows.set(keyOf(operation), {
        shelf,
        row: { id, parent, order: orderOf(operation), version: expect + 1, refs, body },
      })
    }
    return null
  }

  list(shelf: string, test: (row: Row) => boolean): readonly Row[] {
    return [...this.rows.values()]
      .filter(kept => kept.shelf === shelf && test(kept.row))
      .map(kept => kept.row)
      .toSorted((left, right) => left.order - right.order || (left.id < right.id ? -1 : 1))
  }
}

function keyOf({ shelf, id }: Operation): string {
  return JSON.stringify([shelf, id])
}
