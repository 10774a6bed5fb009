import type { PageFile } from './page-file.ts'

export type Value = null | number | string | Uint8Array

/** A record of a table, with its row id, or of an index, where it is null. Null values where its payload cannot be read whole. */
export interface Cell {
  readonly key: number | null
  readonly values: readonly Value[] | null
}

const TABLE_LEAF = 0x0d
const INDEX_LEAF = 0x0a
const INDEX_INTERIOR = 0x02
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Every record that a page holds, if it is a page of records. Cells that make no sense are passed over. */
export function* readCells(file: PageFile, number: number): Generator<Cell> {
  const page = file.read(number)
  if (page === null) return
  const start = number === 1 ? 100 : 0
  const type = page[start]
  if (type !== TABLE_LEAF && type !== INDEX_LEAF && type !== INDEX_INTERIOR) return
  const pointers = start + (type === INDEX_INTERIOR ? 12 : 8)
  const count = page.readUInt16BE(start + 3)
  for (let cell = 0; cell < count && pointers + cell * 2 + 2 <= page.length; cell += 1) {
    const at = page.readUInt16BE(pointers + cell * 2)
    if (at >= pointers && at + 4 < page.length) yield readCell(file, page, at, type)
  }
}

function readCell(file: PageFile, page: Buffer, from: number, type: number): Cell {
  let at = type === INDEX_INTERIOR ? from + 4 : from
  let key: number | null = null
  const size = readVarint(page, at)
  at += size.length
  if (type === TABLE_LEAF) {
    const rowId = readVarint(page, at)
    key = rowId.value
    at += rowId.length
  }
  const payload = readPayload(file, page, at, size.value, type === TABLE_LEAF)
  return { key, values: payload === null ? null : decodeRecord(payload) }
}

/** How much of a payload lies in the page itself is SQLite's rule; the rest is a chain of overflow pages. */
function readPayload(file: PageFile, page: Buffer, at: number, size: number, table: boolean): Buffer | null {
  const usable = page.length
  const most = table ? usable - 35 : Math.floor(((usable - 12) * 64) / 255) - 23
  if (size <= most) return at + size <= page.length ? page.subarray(at, at + size) : null
  if (size > file.pages * file.pageSize) return null
  const least = Math.floor(((usable - 12) * 32) / 255) - 23
  const fit = least + ((size - least) % (usable - 4))
  const local = fit <= most ? fit : least
  if (at + local + 4 > page.length) return null
  const parts = [page.subarray(at, at + local)]
  let next = page.readUInt32BE(at + local)
  for (let left = size - local; left > 0; ) {
    const overflow = next > 0 && next <= file.pages ? file.read(next) : null
    if (overflow === null) return null
    parts.push(overflow.subarray(4, 4 + Math.min(left, usable - 4)))
    left -= usable - 4
    next = overflow.readUInt32BE(0)
  }
  return Buffer.concat(parts)
}

/** Null if the bytes are not a record. */
function decodeRecord(payload: Buffer): readonly Value[] | null {
  const header = readVarint(payload, 0)
  if (header.value < 1 || header.value > payload.length) return null
  const values: Value[] = []
  let body = header.value
  for (let at = header.length; at < header.value; ) {
    const type = readVarint(payload, at)
    at += type.length
    const value = decodeValue(payload, body, type.value)
    if (value === undefined) return null
    values.push(value)
    body += sizeOf(type.value)
  }
  return values
}

const INTEGER_SIZES = [0, 1, 2, 3, 4, 6, 8, 8, 0, 0]

function sizeOf(type: number): number {
  return INTEGER_SIZES[type] ?? Math.floor((type - 12) / 2)
}

/** Undefined for a value that no record of ours has. */
function decodeValue(payload: Buffer, at: number, type: number): Value | undefined {
  const size = sizeOf(type)
  if (size < 0 || at + size > payload.length) return undefined
  if (type === 0) return null
  if (type === 8 || type === 9) return type - 8
  if (type <= 5) return payload.readIntBE(at, size)
  if (type === 6) return toSafe(payload.readBigInt64BE(at))
  if (type < 12) return undefined
  const bytes = payload.subarray(at, at + size)
  return type % 2 === 0 ? new Uint8Array(bytes) : decodeText(bytes)
}

function decodeText(bytes: Buffer): string | undefined {
  try {
    return decoder.decode(bytes)
  } catch (error) {
    if (error instanceof TypeError) return undefined
    throw error
  }
}

function toSafe(value: bigint): number | undefined {
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : undefined
}

function readVarint(bytes: Buffer, from: number): { readonly value: number; readonly length: number } {
  let value = 0
  for (let length = 1; length <= 8; length += 1) {
    const byte = bytes[from + length - 1] ?? 0
    value = value * 128 + (byte & 0x7f)
    if (byte < 0x80) return { value, length }
  }
  return { value: value * 256 + (bytes[from + 8] ?? 0), length: 9 }
}
