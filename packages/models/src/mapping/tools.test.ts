import { describe, expect, it } from 'vitest'
import { createToolNames, toGeminiSchema, toParameters } from './tools.ts'

const rule = { pattern: /^[a-zA-Z0-9_-]{1,64}$/, longest: 64 }

describe('names of tools on the wire', () => {
  it('[T10] are the tools’ own where a provider takes them', () => {
    const names = createToolNames([{ name: 'read_file' }], rule)
    expect([names.toWire('read_file'), [...names.originals]]).toEqual(['read_file', []])
  })

  it('[T10] are mapped back and forth where they are too long or have other characters', () => {
    const long = 'a'.repeat(80)
    const tools = [{ name: 'files.read' }, { name: 'files/read' }, { name: `${long}1` }, { name: `${long}2` }]
    const names = createToolNames(tools, rule)
    const mapped = tools.map(({ name }) => names.toWire(name))
    expect(mapped.filter(name => !rule.pattern.test(name))).toEqual([])
    expect(new Set(mapped).size).toBe(4)
    expect(mapped.map(name => names.originals.get(name))).toEqual(tools.map(({ name }) => name))
    expect(createToolNames(tools.toReversed(), rule).toWire('files.read')).toBe(mapped[0])
  })

  it('[T8] are changed where the provider has a tool of that name itself', () => {
    const names = createToolNames([{ name: 'web_search' }], rule, ['web_search'])
    const mapped = names.toWire('web_search')
    expect(mapped).toMatch(/^web_search_[0-9a-f]{8}$/)
    expect(names.originals.get(mapped)).toBe('web_search')
  })

  it('[FP-12] are made acceptable where a model called what was never declared', () => {
    const { toWire } = createToolNames([], rule)
    expect(['', 'a b', '1st', 'x'.repeat(70)].map(toWire)).toEqual(['unnamed', 'a_b', '1st', 'x'.repeat(64)])
  })
})

describe('the input schema of a tool', () => {
  it.each([[{}], [{ type: 'object' }], [null], [{ type: ['object', 'null'] }]])(
    '[T10] is an object with properties: %j',
    input => {
      expect(toParameters(input)).toEqual({ type: 'object', properties: {} })
    },
  )

  it('[T10] keeps its bytes where it already is one', () => {
    const schema = { properties: { a: { type: 'string' } }, type: 'object', required: ['a'] }
    expect(JSON.stringify(toParameters(schema))).toBe(JSON.stringify(schema))
  })

  it('[T10] has no keywords that Gemini refuses, at any depth, and keeps properties of the same names', () => {
    const schema = {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      properties: {
        const: { const: 'on', $comment: 'x' },
        not: { type: 'array', uniqueItems: true, items: { type: 'integer', exclusiveMinimum: 0, minimum: 1 } },
      },
      additionalProperties: { not: {}, type: 'string' },
      patternProperties: {},
      allOf: [],
      $defs: { one: { if: {}, type: 'object' } },
    }
    expect(toGeminiSchema(schema)).toEqual({
      type: 'object',
      properties: {
        const: { enum: ['on'] },
        not: { type: 'array', items: { type: 'integer', minimum: 1 } },
      },
      additionalProperties: { type: 'string' },
      $defs: { one: { type: 'object' } },
    })
  })
})
