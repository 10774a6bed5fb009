import { describe, expect, it } from 'vitest'
import { createPromptCache, type PricedBlock } from './prompt-cache.ts'

/** Blocks of a thousand tokens by id; those in `marks` bear one. */
function blocks(ids: readonly number[], ...marks: readonly number[]): readonly PricedBlock[] {
  return ids.map(id => ({ id, tokens: 1000, mark: marks.includes(id) }))
}

describe('a prompt cache', () => {
  it('costs plain input where nothing is marked', () => {
    const cache = createPromptCache()
    expect([cache.price(blocks([1, 2, 3])), cache.price(blocks([1, 2, 3]))]).toEqual([3000, 3000])
  })

  it('writes up to the last mark, and reads that the next time', () => {
    const cache = createPromptCache()
    expect(cache.price(blocks([1, 2, 3], 2))).toBe(2000 * 1.25 + 1000)
    expect(cache.price(blocks([1, 2, 3, 4], 3))).toBe(2000 * 0.1 + 1000 * 1.25 + 1000)
  })

  it('reads nothing behind a block that changed, and what was marked before it', () => {
    const cache = createPromptCache()
    cache.price(blocks([1, 2, 3, 4], 2, 4))
    expect(cache.price(blocks([1, 2, 9, 4], 4))).toBe(2000 * 0.1 + 2000 * 1.25)
  })

  it('finds nothing that ends behind the last mark', () => {
    const cache = createPromptCache()
    cache.price(blocks([1, 2, 3], 3))
    expect(cache.price(blocks([1, 2, 3], 2))).toBe(2000 * 1.25 + 1000)
  })

  it('keeps no prefix under 1,024 tokens', () => {
    const cache = createPromptCache()
    expect([cache.price(blocks([1], 1)), cache.price(blocks([1], 1))]).toEqual([1000, 1000])
  })

  it('looks back from each mark no further than its limit', () => {
    const all = Array.from({ length: 30 }, (_, index) => index)
    const far = createPromptCache({ lookBack: 20 })
    far.price(blocks(all, 5))
    expect(far.price(blocks(all, 29))).toBe(30_000 * 1.25)
    const near = createPromptCache({ lookBack: 20 })
    near.price(blocks(all, 5))
    expect(near.price(blocks(all, 5, 29))).toBe(6000 * 0.1 + 24_000 * 1.25)
  })
})
