import { expect, it } from 'vitest'
import { blobId } from './blobs.ts'

it('names bytes by their SHA-256 in hex', async () => {
  expect(await blobId(new TextEncoder().encode('abc'))).toBe(
    'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  )
})

it('names a view of a larger buffer, and shared memory, by the bytes seen through it', async () => {
  const shared = new Uint8Array(new SharedArrayBuffer(3))
  shared.set([97, 98, 99])
  const view = new TextEncoder().encode('xabcx').subarray(1, 4)
  expect([await blobId(shared), await blobId(view)]).toEqual([
    await blobId(new Uint8Array([97, 98, 99])),
    await blobId(new Uint8Array([97, 98, 99])),
  ])
})
