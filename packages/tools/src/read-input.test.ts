import { expect, it } from 'vitest'
import { LONGEST_INPUT, readInput } from './read-input.ts'

it('[FP-10] reads one JSON object, and nothing at all as one without fields', () => {
  expect(readInput('{"path":"/a","deep":[1,{}]}')).toEqual({ kind: 'read', input: { path: '/a', deep: [1, {}] } })
  expect(readInput('')).toEqual({ kind: 'read', input: {} })
  expect(readInput(' \n')).toEqual({ kind: 'read', input: {} })
})

it.each([
  ['{"path":"/a', /^The arguments are not valid JSON: /],
  ['{"path":"/a"} and more', /^The arguments are not valid JSON: /],
  ['[{"path":"/a"}]', /^The arguments must be one JSON object\.$/],
  ['null', /^The arguments must be one JSON object\.$/],
  ['"/a"', /^The arguments must be one JSON object\.$/],
  [`{"text":"${'a'.repeat(5_000_000)}"}`, /^The arguments have 5000011 characters, which is more than the 1000000 /],
])('[FP-10] does not guess at %.30j', (text, because) => {
  expect(readInput(text)).toEqual({ kind: 'invalid', because: expect.stringMatching(because) })
})

it('[FP-10] takes what is just not too long', () => {
  const text = JSON.stringify({ text: 'a'.repeat(LONGEST_INPUT - 11) })
  expect([text.length, readInput(text).kind]).toEqual([LONGEST_INPUT, 'read'])
})
