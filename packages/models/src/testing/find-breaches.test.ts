import { describe, expect, it } from 'vitest'
import { ModelError } from '../model-error.ts'
import type { AnsweredPart, ModelEvent } from '../model-event.ts'
import { findBreaches } from './find-breaches.ts'

const started: ModelEvent = { kind: 'part-started', part: 0, start: { kind: 'text' } }
const delta: ModelEvent = { kind: 'part-delta', part: 0, text: 'Hello' }

function finished(...parts: readonly AnsweredPart[]): ModelEvent {
  return { kind: 'answer-finished', answer: { end: 'complete', parts, native: null, rawUsage: null, usage: null } }
}

const hello: AnsweredPart = { kind: 'text', text: 'Hello' }

describe('findBreaches', () => {
  it('finds none in a stream that keeps the contract', () => {
    expect(findBreaches({ events: [started, delta, finished(hello)], thrown: null })).toEqual([])
    expect(findBreaches({ events: [started, delta], thrown: new ModelError('network', { message: 'lost' }) })).toEqual(
      [],
    )
  })

  it.each<[string, readonly ModelEvent[], unknown, string]>([
    ['an end without the last event', [started, delta], null, 'it ended without answer-finished'],
    ['events after the last', [started, delta, finished(hello), delta], null, 'something follows answer-finished'],
    [
      'an error after the last event',
      [finished()],
      new ModelError('network', { message: '' }),
      'it threw after answer-finished',
    ],
    ['an error of another type', [], 'lost', 'it threw lost, no ModelError'],
    ['a part out of turn', [{ ...started, part: 1 }, delta, finished(hello)], null, 'part 1 starts where 0 is due'],
    ['a delta before its part', [{ ...delta, part: 3 }, finished()], null, 'a delta of part 3 came before its start'],
    ['an empty delta', [started, { ...delta, text: '' }, delta, finished(hello)], null, 'a delta of part 0 is empty'],
    [
      'deltas that are not the text',
      [started, delta, delta, finished(hello)],
      null,
      'the deltas of part 0 are not its text',
    ],
    ['a missing part', [started, delta, finished()], null, '1 parts were started and 0 answered'],
    [
      'a part that changed its kind',
      [started, delta, finished({ kind: 'reasoning', text: 'Hello', signature: null })],
      null,
      'part 0 started as text and is reasoning',
    ],
    [
      'a call that changed its tool',
      [
        { kind: 'part-started', part: 0, start: { kind: 'tool-call', tool: 'one', providerCallId: null } },
        finished({ kind: 'tool-call', tool: 'two', input: '', providerCallId: null }),
      ],
      null,
      'part 0 started as one and calls two',
    ],
  ])('finds %s', (_name, events, thrown, breach) => {
    expect(findBreaches({ events, thrown })).toContain(breach)
  })
})
