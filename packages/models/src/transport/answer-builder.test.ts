import { describe, expect, it } from 'vitest'
import type { ModelEvent } from '../model-event.ts'
import { findBreaches } from '../testing/find-breaches.ts'
import { createAnswerBuilder } from './answer-builder.ts'

const usage = { input: 1, cacheRead: 0, cacheWrite: 0, output: 2, reasoning: 1, webSearches: 0 }
const ended = { end: 'complete', native: null, rawUsage: null, usage } as const
const source = { kind: 'source', url: 'https://example.org/', title: null, citedText: null } as const

describe('createAnswerBuilder', () => {
  it('[P4] numbers parts in the order they start, and gives every one whole at the end', () => {
    const answer = createAnswerBuilder()
    const thought = answer.start({ kind: 'reasoning' })
    answer.delta(thought, 'Hm')
    answer.sign(thought, 'signed')
    const search = answer.whole({ kind: 'provider-call', tool: 'web_search' }, 'tides')
    answer.fail(search, 'unavailable')
    const call = answer.start({ kind: 'tool-call', tool: 'clock', providerCallId: 'c1' })
    const other = answer.start({ kind: 'tool-call', tool: 'clock', providerCallId: null })
    answer.add(source)
    const text = answer.start({ kind: 'text' })
    answer.delta(call, '{"a"')
    answer.delta(other, '{}')
    answer.delta(call, ':1}')
    answer.delta(text, 'Noon.')
    expect({ text: answer.textOf(call), count: answer.count() }).toEqual({ text: '{"a":1}', count: 5 })
    answer.finish(ended)
    const events = answer.take()
    expect(findBreaches({ events, thrown: null })).toEqual([])
    expect(events.at(-1)).toEqual({
      kind: 'answer-finished',
      answer: {
        end: 'complete',
        parts: [
          { kind: 'reasoning', text: 'Hm', signature: 'signed' },
          { kind: 'provider-call', tool: 'web_search', input: 'tides', outcome: 'failed', because: 'unavailable' },
          { kind: 'tool-call', tool: 'clock', input: '{"a":1}', providerCallId: 'c1' },
          { kind: 'tool-call', tool: 'clock', input: '{}', providerCallId: null },
          source,
          { kind: 'text', text: 'Noon.' },
        ],
        native: null,
        rawUsage: null,
        usage,
      },
    } satisfies ModelEvent)
  })

  it('[P4] gives no empty delta, and each event once', () => {
    const answer = createAnswerBuilder()
    const part = answer.start({ kind: 'text' })
    answer.delta(part, '')
    expect(answer.take()).toEqual([{ kind: 'part-started', part: 0, start: { kind: 'text' } }])
    expect(answer.take()).toEqual([])
  })

  it('[P4] gives text that came together as one delta of each part', () => {
    const answer = createAnswerBuilder()
    const part = answer.start({ kind: 'text' })
    answer.delta(part, 'one ')
    answer.delta(part, 'two')
    const other = answer.start({ kind: 'reasoning' })
    answer.delta(other, 'Hm')
    answer.delta(part, ' three')
    expect(answer.take()).toEqual([
      { kind: 'part-started', part: 0, start: { kind: 'text' } },
      { kind: 'part-delta', part: 0, text: 'one two' },
      { kind: 'part-started', part: 1, start: { kind: 'reasoning' } },
      { kind: 'part-delta', part: 1, text: 'Hm' },
      { kind: 'part-delta', part: 0, text: ' three' },
    ])
    answer.delta(part, '!')
    expect(answer.take()).toEqual([{ kind: 'part-delta', part: 0, text: '!' }])
  })

  it('[FP-16] takes figures that are no counts for unknown', () => {
    for (const wrong of [
      { ...usage, input: -1 },
      { ...usage, output: Number.NaN },
      { ...usage, reasoning: 3 },
    ]) {
      const answer = createAnswerBuilder()
      answer.finish({ ...ended, usage: wrong, rawUsage: { input: -1 } })
      expect(answer.take()).toMatchObject([{ answer: { usage: null, rawUsage: { input: -1 } } }])
    }
  })

  it('[FP-15] takes no part, delta or end behind its end, which are bugs of the folder that gives them', () => {
    const answer = createAnswerBuilder()
    const part = answer.start({ kind: 'text' })
    answer.finish(ended)
    expect(() => answer.start({ kind: 'text' })).toThrow('after the end')
    expect(() => answer.delta(part, 'more')).toThrow('after the end')
    expect(() => answer.finish(ended)).toThrow('twice')
    expect(() => createAnswerBuilder().delta(0, 'x')).toThrow('part 0 has not started')
  })
})
