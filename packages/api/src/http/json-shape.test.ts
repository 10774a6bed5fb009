import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findShapeFault } from './json-shape.ts'

const MOST = { depth: 32, values: 1000 }

describe('findShapeFault', () => {
  it('finds nothing in any JSON that a program would write', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), fc.constantFrom(0, 2), (value, indent) => {
        expect(findShapeFault(JSON.stringify(value, null, indent), MOST)).toBeNull()
      }),
    )
  })

  it.each([
    ['{"a":1,"a":2}', 'a'],
    ['{"a":1,"\\u0061":2}', 'a'],
    ['{"x":[{"b" : 1, "b"\n:2}]}', 'b'],
    ['{"__proto__":1,"__proto__":2}', '__proto__'],
  ])('[FH-3] finds the doubled key in %s', (text, key) => {
    expect(findShapeFault(text, MOST)).toEqual({ kind: 'doubled-key', key })
  })

  it.each([
    '{"a":{"a":1},"b":{"a":1}}',
    '[{"a":1},{"a":1}]',
    '{"a":"a","b":"a"}',
    '["a","a"]',
    '{"a":"{\\"b\\":1,\\"b\\":2}"}',
    '{"a":"\\\\","b":"\\\\"}',
  ])('takes the same word in other places of %s for no doubled key', text => {
    expect(findShapeFault(text, MOST)).toBeNull()
  })

  it('counts nesting to the limit and no further', () => {
    const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
    expect([findShapeFault(nested(32), MOST), findShapeFault(nested(33), MOST)]).toEqual([null, { kind: 'too-deep' }])
  })

  it.each([
    ['fields', (count: number) => `{${Array.from({ length: count - 1 }, (_, at) => `"k${at}":1`).join()}}`],
    ['numbers', (count: number) => `[${'0,'.repeat(count - 2)}0]`],
    ['objects in a list', (count: number) => `[${'{},'.repeat((count - 2) / 2)}0]`],
  ])('[FH-2] counts %s to the limit and no further', (_of, values) => {
    expect([findShapeFault(values(1000), MOST), findShapeFault(values(1002), MOST)]).toEqual([
      null,
      { kind: 'too-many' },
    ])
  })

  it('[FH-5] counts no comma of a text', () => {
    expect(findShapeFault(JSON.stringify({ text: ','.repeat(5000) }), MOST)).toBeNull()
  })

  it.each(['"', '{"a', '{"\\x":1}', '{"a\nb":1}'])('leaves no doubt about the broken string in %j', text => {
    expect(findShapeFault(text, MOST)).toEqual({ kind: 'not-json' })
  })
})
