import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { freshIv, keyIdOf, openBytes, sealBytes } from './seal-bytes.ts'
import { makeKey, toSealKey } from './seal-key.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const key = await toSealKey(makeKey())
const keys = new Map([[key.id, key]])

describe('sealed bytes', () => {
  it('[S2] open to what was sealed, small and large, compressible or not', async () => {
    const sizes = fc.oneof(fc.uint8Array({ maxLength: 100 }), fc.uint8Array({ minLength: 2000, maxLength: 5000 }))
    await fc.assert(
      fc.asyncProperty(sizes, fc.uint8Array(), async (plain, authenticated) => {
        const sealed = await sealBytes(key, plain, authenticated)
        expect(await openBytes(keys, sealed, authenticated)).toEqual(plain)
      }),
    )
  })

  it('[S2] are compressed from 2 kB, and never made larger by it', async () => {
    const overhead = (await sealBytes(key, new Uint8Array(), bytes(''))).length
    const random = crypto.getRandomValues(new Uint8Array(4096))
    const lengths = await Promise.all(
      [new Uint8Array(2047), new Uint8Array(2048), random].map(
        async plain => (await sealBytes(key, plain, bytes(''))).length,
      ),
    )
    expect([overhead, lengths[0], (lengths[1] ?? 0) < 100, lengths[2]]).toEqual([38, 2047 + 38, true, 4096 + 38])
  })

  it('[FS-7] do not open with any single bit changed', async () => {
    const sealed = await sealBytes(key, bytes('some text'), bytes('where it belongs'))
    for (let bit = 0; bit < sealed.length * 8; bit += 1) {
      const changed = sealed.slice()
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      await expect(openBytes(keys, changed, bytes('where it belongs')), `bit ${bit}`).rejects.toThrow(
        /seal is broken|not at hand|never sealed/,
      )
    }
  })

  it('[FS-7] do not open elsewhere, cut short, or with another key', async () => {
    const sealed = await sealBytes(key, bytes('some text'), bytes('here'))
    const other = await toSealKey(makeKey())
    await expect(openBytes(keys, sealed, bytes('there'))).rejects.toThrow('belong elsewhere')
    await expect(openBytes(keys, sealed.subarray(0, -1), bytes('here'))).rejects.toThrow('seal is broken')
    await expect(openBytes(keys, sealed.subarray(0, 10), bytes('here'))).rejects.toThrow('never sealed')
    await expect(openBytes(new Map([[other.id, other]]), sealed, bytes('here'))).rejects.toThrow(key.id)
    expect(keyIdOf(sealed)).toBe(key.id)
  })

  it('[FS-9] never use an IV twice: a million of them differ in their first 64 bits', { timeout: 120_000 }, () => {
    const seen = new BigUint64Array(1_000_000)
    for (let count = 0; count < seen.length; count += 1) seen[count] = new DataView(freshIv().buffer).getBigUint64(0)
    seen.sort()
    expect(seen.findIndex((iv, at) => iv === seen[at + 1])).toBe(-1)
  })

  it('[FS-9] differ each time the same text is sealed', async () => {
    const one = await sealBytes(key, bytes('text'), bytes(''))
    const other = await sealBytes(key, bytes('text'), bytes(''))
    expect(one).not.toEqual(other)
  })
})
