import { crc32 } from 'node:zlib'

/** Over everything that a row is, so that a byte that changed on the disk costs this row and no other. */
export function rowSum(
  key: number,
  shelf: string,
  id: string,
  parent: string,
  order: number,
  version: number,
  refs: string,
  body: Uint8Array,
): number {
  const texts = mixText(mixText(mixText(mixText(START, shelf), id), parent), refs)
  return crc32(body, mixNumber(mixNumber(mixNumber(texts, key), order), version) >>> 0)
}

export function ownerSum(number: number, name: string): number {
  return mixNumber(mixText(START, name), number) >>> 0
}

export function removedSum(key: number, shelf: string, id: string): number {
  return mixNumber(mixText(mixText(START, shelf), id), key) >>> 0
}

export function blobSum(owner: number, id: string, bytes: Uint8Array): number {
  return crc32(bytes, mixNumber(mixText(START, id), owner) >>> 0)
}

// FNV-1a. Over short text it takes a third of the time that handing the text to zlib does, which every row read would pay.
const START = 0x811c9dc5
const PRIME = 0x01000193
const TEXT_END = 0x10000

function mixText(hash: number, text: string): number {
  let mixed = hash
  for (let at = 0; at < text.length; at += 1) mixed = Math.imul(mixed ^ text.charCodeAt(at), PRIME)
  return Math.imul(mixed ^ TEXT_END, PRIME)
}

function mixNumber(hash: number, number: number): number {
  return Math.imul(Math.imul(hash ^ (number | 0), PRIME) ^ ((number / 2 ** 32) | 0), PRIME)
}
