import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findShapeFault } from './json-shape.ts'

describe('findShapeFault', () => {
  it('finds nothing in any JSON that a program would write', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), fc.constantFrom(0, 2), (value, indent) => {
        expect(findShapeFault(JSON.stringify(value, null, indent), 32)).toBeNull()
      }),
    )
  })

  it.each([
    ['{"a":1,"a":2}', 'a'],
    ['{"a":1,"\\u0061":2}', 'a'],
    ['{"x":[{"b" : 1, "b"\n:2}]}', 'b'],
    ['{"__proto__":1,"__proto__":2}', '__proto__'],
  ])('[FH-3] finds the doubled key in %s', (text, key) => {
    expect(findShapeFault(text, 32)).toEqual({ kind: 'doubled-key', key })
  })

  it.each([
    '{"a":{"a":1},"b":{"a":1}}',
    '[{"a":1},{"a":1}]',
    '{"a":"a","b":"a"}',
    '["a","a"]',
    '{"a":"{\\"b\\":1,\\"b\\":2}"}',
    '{"a":"\\\\","b":"\\\\"}',
  ])('takes the same word in other places of %s for no doubled key', text => {
    expect(findShapeFault(text, 32)).toBeNull()
  })

  it('counts nesting to the limit and no further', () => {
    const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
    expect([findShapeFault(nested(32), 32), findShapeFault(nested(33), 32)]).toEqual([null, { kind: 'too-deep' }])
  })

  it.each(['"', '{"a', '{"\\x":1}', '{"a\nb":1}'])('leaves no doubt about the broken string in %j', text => {
    expect(findShapeFault(text, 32)).toEqual({ kind: 'not-json' })
  })
})
