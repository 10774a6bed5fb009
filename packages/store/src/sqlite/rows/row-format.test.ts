import fc from 'fast-check'
import { expect, it } from 'vitest'
import { formatRefs, parseRefs } from './row-format.ts'

it('[FH-5] gives back any refs from their text', () => {
  const ref = fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^[\\n\n:]*$/))
  fc.assert(
    fc.property(fc.array(ref), refs => {
      expect(parseRefs(formatRefs(refs))).toEqual(refs)
    }),
  )
})
