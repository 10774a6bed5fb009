import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createSharedBytes, joinBytes } from './shared-bytes.ts'

const pieces = fc.array(fc.record({ bytes: fc.uint8Array({ maxLength: 40 }), shared: fc.boolean() }), { maxLength: 30 })

it('joins what is shared and what is not into the same bytes, in any order', () => {
  fc.assert(
    fc.property(pieces, fc.boolean(), (given, backwards) => {
      const { add } = createSharedBytes()
      const added = given.map(({ bytes, shared }) => (shared ? add(bytes) : bytes))
      const asked = backwards ? added.toReversed() : added
      const expected = (backwards ? given.toReversed() : given).flatMap(({ bytes }) => [...bytes])
      expect([...joinBytes(asked)]).toEqual(expected)
    }),
  )
})

it('copies nothing of what was added in turn', () => {
  const { add } = createSharedBytes()
  const [one, two, three] = [1, 2, 3].map(value => add(new Uint8Array(100).fill(value)))
  if (one === undefined || two === undefined || three === undefined) throw new Error('three were added')
  expect(joinBytes([one, two]).buffer).toBe(one.buffer)
  expect(joinBytes([one, three]).buffer).not.toBe(one.buffer)
  expect([...joinBytes([two, three])]).toEqual([...two, ...three])
})

it('goes on elsewhere when a block is full, and leaves what is larger than one where it is', () => {
  const { add } = createSharedBytes()
  const large = new Uint8Array(300_000).fill(1)
  expect(add(large)).toBe(large)
  const one = add(new Uint8Array(200_000).fill(2))
  const two = add(new Uint8Array(100_000).fill(3))
  expect([one.buffer === two.buffer, one.every(byte => byte === 2), two.every(byte => byte === 3)]).toEqual([
    false,
    true,
    true,
  ])
})
