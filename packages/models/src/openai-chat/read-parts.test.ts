import type { Json } from '@stet/history'
import { describe, expect, it } from 'vitest'
import { createAnswerBuilder } from '../transport/answer-builder.ts'
import { createCallReader } from './read-parts.ts'

interface Made {
  readonly calls: readonly (readonly [tool: string, input: string, id: string | null])[]
  readonly natives: readonly Json[]
}

function read(...entries: readonly Json[]): Made {
  const builder = createAnswerBuilder()
  const reader = createCallReader(builder)
  for (const entry of entries) reader.read(entry)
  reader.end()
  builder.finish({ end: 'complete', native: null, rawUsage: null, usage: null })
  const last = builder.take().at(-1)
  if (last?.kind !== 'answer-finished') throw new Error('the answer did not finish')
  const calls = last.answer.parts.flatMap(part =>
    part.kind === 'tool-call' ? [[part.tool, part.input, part.providerCallId] as const] : [],
  )
  return { calls, natives: reader.natives() }
}

const native = (id: string, name: string, input: Json) => ({ id, function: { name, arguments: input } })

describe('calls from their pieces', () => {
  it('[P4] are put together by index, however the pieces are mixed', () => {
    const { calls, natives } = read(
      { index: 0, id: 'a', type: 'function', function: { name: 'one', arguments: '' } },
      { index: 1, id: 'b', type: 'function', function: { name: 'two', arguments: '{' } },
      { index: 0, function: { arguments: '{}' } },
      { index: 1, function: { arguments: '}' } },
    )
    expect(calls).toEqual([
      ['one', '{}', 'a'],
      ['two', '{}', 'b'],
    ])
    expect(natives).toEqual([
      { type: 'function', ...native('a', 'one', '{}') },
      { type: 'function', ...native('b', 'two', '{}') },
    ])
  })

  it('[FP-11] are distinguished by their ids where a server numbers them all 0', () => {
    expect(
      read({ index: 0, ...native('a', 'one', '{"n":1}') }, { index: 0, ...native('b', 'one', '{"n":2}') }).calls,
    ).toEqual([
      ['one', '{"n":1}', 'a'],
      ['one', '{"n":2}', 'b'],
    ])
  })

  it('[FP-11] are distinguished by being complete where they have one index and no ids', () => {
    const entry = (input: string) => ({ index: 0, function: { name: 'one', arguments: input } })
    expect(read(entry('{"n":1}'), entry('{"n":2}')).calls).toEqual([
      ['one', '{"n":1}', null],
      ['one', '{"n":2}', null],
    ])
  })

  it('[FP-11] stay one where a server makes up an id for every piece, or says the name again', () => {
    expect(
      read(
        { index: 0, id: 'x1', function: { name: 'one', arguments: '{"n"' } },
        { index: 0, id: 'x2', function: { arguments: ':1}' } },
        { index: 0, id: 'x3', function: { name: null, arguments: '' } },
      ).calls,
    ).toEqual([['one', '{"n":1}', 'x1']])
    expect(
      read(
        { index: 0, id: 'a', function: { name: 'one', arguments: '{"n"' } },
        { index: 0, id: 'a', function: { name: 'one', arguments: ':1}' } },
        { index: 0, id: '', function: { name: 'one', arguments: '' } },
      ).calls,
    ).toEqual([['one', '{"n":1}', 'a']])
  })

  it('[FP-11] need no index: an id or a name begins one, anything else continues the last', () => {
    expect(
      read(
        native('a', 'one', '{"n"'),
        { function: { arguments: ':1}' } },
        { function: { name: 'two', arguments: '{}' } },
        { id: 'a', function: { arguments: ' ' } },
      ).calls,
    ).toEqual([
      ['one', '{"n":1} ', 'a'],
      ['two', '{}', null],
    ])
  })

  it('[FP-11] with the same id under two indexes are two', () => {
    expect(
      read({ index: 0, ...native('same', 'one', '{}') }, { index: 1, ...native('same', 'two', '{}') }).calls,
    ).toEqual([
      ['one', '{}', 'same'],
      ['two', '{}', 'same'],
    ])
  })

  it('[FP-10] keep input that came before the name, and calls that never got one', () => {
    expect(
      read(
        { index: 0, id: 'a', function: { arguments: '{"n"' } },
        { index: 0, function: { name: 'one', arguments: ':1}' } },
        { index: 1, id: 'b', function: { arguments: '{}' } },
      ).calls,
    ).toEqual([
      ['one', '{"n":1}', 'a'],
      ['', '{}', 'b'],
    ])
  })

  it('[FP-10] take arguments that are an object, and keep them so', () => {
    const { calls, natives } = read({ index: 0, ...native('a', 'one', { n: 1 }) })
    expect(calls).toEqual([['one', '{"n":1}', 'a']])
    expect(natives).toEqual([native('a', 'one', { n: 1 })])
  })

  it('[P4] keep unknown fields, which some models require in the next request', () => {
    const signed = { extra_content: { google: { thought_signature: 'c2ln' } } }
    const { natives } = read({ index: 0, ...native('a', 'one', '{}') }, { index: 0, ...signed })
    expect(natives).toEqual([{ ...native('a', 'one', '{}'), ...signed }])
  })

  it('[P4] may be of custom tools, whose input is a text', () => {
    const custom = { id: 'a', type: 'custom', custom: { name: 'write', input: 'any text' } }
    const { calls, natives } = read({ index: 0, ...custom })
    expect(calls).toEqual([['write', 'any text', 'a']])
    expect(natives).toEqual([custom])
  })

  it('pass over what is no call', () => {
    expect(read(null, 'call').calls).toEqual([])
  })

  it('[FP-10] read eight thousand pieces that repeat the name without an id in well under a second', () => {
    const pieces = Array.from({ length: 8_000 }, () => ({ function: { name: 'write', arguments: 'x'.repeat(20) } }))
    const started = process.threadCpuUsage()
    const { calls } = read(
      { index: 0, function: { name: 'write', arguments: '{"text":"' } },
      ...pieces.map(piece => ({ index: 0, ...piece })),
      { index: 0, function: { name: 'write', arguments: '"}' } },
    )
    expect(calls.map(([tool, input]) => [tool, input.length])).toEqual([['write', 160_011]])
    expect(process.threadCpuUsage(started).user).toBeLessThan(2_000_000)
  })
})
