import type { Json } from '@stet/history'
import { describe, expect, it } from 'vitest'
import { checkRequest } from './check-request.ts'

const hello = { role: 'user', parts: [{ text: 'Hello' }] }
const calls = (...names: readonly string[]): Json => ({
  role: 'model',
  parts: names.map(name => ({ functionCall: { name, args: {} } })),
})
const results = (...names: readonly string[]): Json => ({
  role: 'user',
  parts: names.map(name => ({ functionResponse: { name, response: {} } })),
})

describe('checkRequest', () => {
  it('finds nothing in a body that Gemini takes', () => {
    const signature = { role: 'model', parts: [{ text: 'Hi.' }, { text: '', thoughtSignature: 'c2ln' }] }
    const contents = [hello, signature, hello, calls('a', 'b'), results('a', 'b'), hello]
    expect(checkRequest({ contents })).toEqual([])
  })

  it.each<[string, readonly Json[], readonly string[]]>([
    ['nothing', [], ['there is nothing to answer: no content is sent']],
    [
      'an answer at the beginning',
      [{ role: 'model', parts: [{ text: 'Hi.' }] }],
      ['the first content is not the user’s'],
    ],
    ['a content without parts', [hello, { role: 'model', parts: [] }], ['content 1 has no parts']],
    ['an empty text', [{ role: 'user', parts: [{ text: '' }] }], ['part 0 of content 0 is a text that says nothing']],
    ['an empty part', [{ role: 'user', parts: [{}] }], ['part 0 of content 0 is empty']],
    [
      'a call without its result',
      [hello, calls('a', 'b'), results('a')],
      ['content 1 makes 2 calls and the next gives 1 results'],
    ],
    [
      'results in another order',
      [hello, calls('a', 'b'), results('b', 'a')],
      ['the results after content 1 are not in the order of its calls'],
    ],
    ['a result without its call', [hello, results('a')], ['the results of content 1 have no calls before them']],
    [
      'calls behind an answer',
      [hello, { role: 'model', parts: [{ text: 'Hi.' }] }, calls('a'), results('a')],
      ['the calls of content 2 do not follow the user or a result'],
    ],
    [
      'a call of the user',
      [{ role: 'user', parts: [{ functionCall: { name: 'a' } }] }, results('a')],
      [
        'part 0 of content 0 is a functionCall, which the user does not make',
        'the calls of content 0 do not follow the user or a result',
      ],
    ],
  ])('names %s', (_, contents, breaches) => {
    expect(checkRequest({ contents })).toEqual(breaches)
  })

  it('names tools that cannot be declared', () => {
    const declared = (name: string) => ({ name, description: '', parametersJsonSchema: {} })
    const tools = [{ functionDeclarations: [declared('a'), declared('a'), declared('1 b')] }]
    expect(checkRequest({ contents: [hello], tools })).toEqual([
      '"1 b" cannot be the name of a tool',
      'the tool a is declared twice',
    ])
  })
})
