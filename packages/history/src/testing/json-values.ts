import fc from 'fast-check'
import type { Json } from '../json.ts'
import { texts } from './texts.ts'

/** Anything a provider may send that survives being written as JSON and read again. */
export function jsonValues(): fc.Arbitrary<Json> {
  const number = fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true })).map(value => value + 0)
  return fc.letrec<{ value: Json }>(tie => ({
    value: fc.oneof(
      { maxDepth: 2, depthSize: 'small' },
      fc.oneof(fc.constant(null), fc.boolean(), number, texts()),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(fc.string({ maxLength: 8 }), tie('value'), { maxKeys: 3, noNullPrototype: true }),
    ),
  })).value
}
