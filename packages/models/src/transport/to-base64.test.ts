import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fromBase64, toBase64 } from './to-base64.ts'

describe('toBase64', () => {
  it('writes any bytes as everyone does, and reads them back', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 70_000, size: 'max' }), bytes => {
        const text = toBase64(bytes)
        expect(text).toBe(Buffer.from(bytes).toString('base64'))
        expect(fromBase64(text)).toEqual(new Uint8Array(bytes))
      }),
      { numRuns: 30 },
    )
  })

  it('gives nothing for a text that is no base64', () => {
    expect(fromBase64('***')).toBeNull()
  })
})
