import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { visitCandidates } from './visit-candidates.ts'

function candidates(text: string, terms: readonly string[], until = text.length): string[] {
  const words: string[] = []
  visitCandidates(text, terms, (start, end) => {
    words.push(text.slice(start, end))
    return until
  })
  return words
}

const text = fc.string({ unit: fc.constantFrom('a', 'b', '1', ' ', '-'), maxLength: 40 })
const terms = fc.array(fc.string({ unit: fc.constantFrom('a', 'b', '1'), minLength: 1, maxLength: 3 }), {
  minLength: 1,
})

describe('visitCandidates', () => {
  it('[W3] visits each word that holds a term, once and in order', () => {
    fc.assert(
      fc.property(text, terms, (text, terms) => {
        const words = text.match(/[ab1]+/g) ?? []
        expect(candidates(text, terms)).toEqual(words.filter(word => terms.some(term => word.includes(term))))
      }),
    )
  })

  it('[W3] goes on only as far as it is told', () => {
    expect(candidates('fox foxes red fox', ['fox', 'red'], 10)).toEqual(['fox', 'foxes'])
    expect(candidates('fox foxes red fox', ['fox', 'red'], 0)).toEqual(['fox'])
  })

  it('[W3] reads a long text once, also for a term that is not in it', { timeout: 60_000 }, () => {
    expect(candidates('outfoxed '.repeat(500_000), ['fox', 'zebra'])).toHaveLength(500_000)
  })
})
