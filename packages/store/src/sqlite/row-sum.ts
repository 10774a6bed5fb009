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
  return crc32(body, crc32(`${key}\0${shelf}\0${id}\0${parent}\0${order}\0${version}\0${refs}`))
}

export function ownerSum(number: number, name: string): number {
  return crc32(`${number}\0${name}`)
}

export function removedSum(key: number, shelf: string, id: string): number {
  return crc32(`${key}\0${shelf}\0${id}`)
}

export function blobSum(owner: number, id: string, bytes: Uint8Array): number {
  return crc32(bytes, crc32(`${owner}\0${id}`))
}
