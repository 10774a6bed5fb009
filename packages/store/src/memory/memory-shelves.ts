import { blobsNamed } from '../contract/blobs.ts'
import type { Change, Cursor, HeadPage, ListQuery, Operation, Page, Put, Row, Written } from '../contract/store.ts'
import { BlobMissing, Conflict } from '../contract/store-error.ts'
import type { MemoryBlobs } from './memory-blobs.ts'

export interface Kept {
  readonly shelf: string
  readonly sequence: number
  readonly row: Row
}

/** The rows of one owner. Rows are copied in and out: a caller that reuses a buffer changes nothing here. */
export class MemoryShelves {
  #sequence = 0
  readonly #shelves = new Map<string, Map<string, Kept>>()
  /** In the order of sequence numbers: a changed row moves to the end. */
  readonly #changes = new Map<
    string,
    Kept | { readonly shelf: string; readonly sequence: number; readonly id: string }
  >()
  readonly #blobs: MemoryBlobs

  constructor(blobs: MemoryBlobs) {
    this.#blobs = blobs
  }

  get sequence(): number {
    return this.#sequence
  }

  get(shelf: string, id: string): Row | null {
    const kept = this.#shelves.get(shelf)?.get(id)
    return kept === undefined ? null : copyRow(kept.row)
  }

  list(shelf: string, query: ListQuery): Page {
    const { rows, next } = this.#page(shelf, query)
    return { rows: rows.map(copyRow), next }
  }

  listHeads(shelf: string, query: ListQuery): HeadPage {
    const { rows, next } = this.#page(shelf, query)
    return { heads: rows.map(({ id, parent, order, version }) => ({ id, parent, order, version })), next }
  }

  #page(
    shelf: string,
    { by, after, limit, reverse = false }: ListQuery,
  ): { rows: readonly Row[]; next: Cursor | null } {
    const rows: Row[] = []
    for (const { row } of this.#shelves.get(shelf)?.values() ?? []) {
      const listed = 'parent' in by ? row.parent === by.parent : row.refs.includes(by.ref)
      if (listed && (after === undefined || isBehind(row, after, reverse))) rows.push(row)
    }
    rows.sort(reverse ? (left, right) => comparePlaces(right, left) : comparePlaces)
    const page = rows.slice(0, limit)
    const last = page.at(-1)
    const next = rows.length > limit && last !== undefined ? { order: last.order, id: last.id } : null
    return { rows: page, next }
  }

  changes(after: number, limit: number): readonly Change[] {
    const changes: Change[] = []
    for (const change of this.#changes.values()) {
      if (change.sequence <= after) continue
      const { shelf, sequence } = change
      changes.push(
        'row' in change
          ? { kind: 'put', sequence, shelf, row: copyRow(change.row) }
          : { kind: 'remove', sequence, shelf, id: change.id },
      )
      if (changes.length === limit) break
    }
    return changes
  }

  write(operations: readonly Operation[]): Written {
    for (const { shelf, id, expect } of operations) {
      const found = this.#shelves.get(shelf)?.get(id)?.row.version ?? 0
      if (found !== expect) throw new Conflict(shelf, id, expect, found)
    }
    const brought = operations.flatMap(operation => (operation.kind === 'put' ? (operation.blobs ?? []) : []))
    this.#assertBlobs(operations, new Set(brought.map(({ id }) => id)))
    for (const { id, bytes, now } of brought) this.#blobs.put(id, [bytes.slice()], now)
    const puts: Row[] = []
    const released = new Set<string>()
    for (const operation of operations) {
      if (operation.kind === 'check') continue
      const kept = new Set(operation.kind === 'put' ? blobsNamed(operation.refs) : [])
      const before = this.#shelves.get(operation.shelf)?.get(operation.id)?.row.refs ?? []
      for (const id of blobsNamed(before)) if (!kept.has(id)) released.add(id)
      if (operation.kind === 'put') puts.push(this.#put(operation))
      else this.#remove(operation.shelf, operation.id)
    }
    this.#blobs.release([...released])
    return {
      sequence: this.#sequence,
      puts: puts.map(({ id, order, version }) => ({ id, order, version })),
      released: [...released],
    }
  }

  /** Newest first. */
  *newest(): Generator<Kept> {
    for (const change of [...this.#changes.values()].reverse()) if ('row' in change) yield change
  }

  usage(): { rows: number; rowBytes: number } {
    let rows = 0
    let rowBytes = 0
    for (const shelf of this.#shelves.values()) {
      rows += shelf.size
      for (const { row } of shelf.values()) rowBytes += row.body.length
    }
    return { rows, rowBytes }
  }

  namesBlob(id: string): boolean {
    for (const shelf of this.#shelves.values()) {
      for (const { row } of shelf.values()) if (row.refs.includes(`blob:${id}`)) return true
    }
    return false
  }

  #assertBlobs(operations: readonly Operation[], brought: ReadonlySet<string>): void {
    const named = operations.flatMap(operation => (operation.kind === 'put' ? blobsNamed(operation.refs) : []))
    const missing = [...new Set(named)].filter(id => !brought.has(id) && !this.#blobs.isLive(id))
    if (missing.length > 0) throw new BlobMissing(missing)
  }

  #put({ shelf, id, parent, order, expect, refs, body }: Put): Row {
    this.#sequence += 1
    const sequence = this.#sequence
    // Adding 0 turns -0 into 0, as a database column does.
    const place = order === 'next' ? sequence : order + 0
    const row = copyRow({ id, parent, order: place, version: expect + 1, refs, body })
    const rows = this.#shelves.get(shelf) ?? new Map<string, Kept>()
    this.#shelves.set(shelf, rows)
    const kept = { shelf, sequence, row }
    rows.set(id, kept)
    this.#follow(shelf, id, kept)
    return row
  }

  #remove(shelf: string, id: string): void {
    this.#sequence += 1
    const rows = this.#shelves.get(shelf)
    rows?.delete(id)
    this.#follow(shelf, id, { shelf, sequence: this.#sequence, id })
  }

  #follow(shelf: string, id: string, change: Kept | { shelf: string; sequence: number; id: string }): void {
    const key = JSON.stringify([shelf, id])
    this.#changes.delete(key)
    this.#changes.set(key, change)
  }
}

function comparePlaces(left: Cursor, right: Cursor): number {
  return left.order - right.order || compareText(left.id, right.id)
}

function isBehind(row: Cursor, cursor: Cursor, reverse: boolean): boolean {
  const difference = comparePlaces(row, cursor)
  return reverse ? difference < 0 : difference > 0
}

function copyRow(row: Row): Row {
  return { ...row, refs: [...row.refs], body: row.body.slice() }
}

/**
 * The order of UTF-8 bytes, in which databases sort. JavaScript compares UTF-16 units, which puts characters beyond
 * U+FFFF before U+E000 to U+FFFF.
 */
export function compareText(left: string, right: string): number {
  const shorter = Math.min(left.length, right.length)
  for (let at = 0; at < shorter; at += 1) {
    const difference = rank(left.charCodeAt(at)) - rank(right.charCodeAt(at))
    if (difference !== 0) return difference
  }
  return left.length - right.length
}

function rank(unit: number): number {
  if (unit < 0xd800) return unit
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800
}
