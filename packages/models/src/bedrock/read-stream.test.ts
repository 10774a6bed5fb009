import type { Json } from '@stet/history'
import { describe, expect, it } from 'vitest'
import type { Answer } from '../model-event.ts'
import { readAll } from '../testing/open-answer.ts'
import { createConverseReader } from './read-stream.ts'

const stop = { messageStop: { stopReason: 'end_turn' } }
const delta = (contentBlockIndex: number, value: Json): Json => ({
  contentBlockDelta: { contentBlockIndex, delta: value },
})

function answerOf(events: readonly Json[], prefill = ''): Answer {
  const last = [...readAll(createConverseReader(prefill), events)].at(-1)
  if (last?.kind !== 'answer-finished') throw new Error('there is no answer')
  return last.answer
}

describe('createConverseReader', () => {
  it('[P4] puts a redacted thought together, whose bytes came in pieces', () => {
    const piece = (redactedContent: string) => delta(0, { reasoningContent: { redactedContent } })
    expect(answerOf([piece('cg=='), piece('ZWQ='), delta(1, { text: 'So.' }), stop]).native?.content).toEqual([
      { reasoningContent: { redactedContent: 'cmVk' } },
      { text: 'So.' },
    ])
  })

  it('[FP-10] keeps the text of an input as it was written, and wraps it natively where it is no object', () => {
    const start = { contentBlockStart: { contentBlockIndex: 0, start: { toolUse: { toolUseId: 'a', name: 'clock' } } } }
    const { parts, native } = answerOf([start, delta(0, { toolUse: { input: '{"zone": ' } }), stop])
    expect({ parts, native: native?.content }).toEqual({
      parts: [{ kind: 'tool-call', tool: 'clock', input: '{"zone": ', providerCallId: 'a' }],
      native: [{ toolUse: { toolUseId: 'a', name: 'clock', input: { INVALID_JSON: '{"zone": ' } } }],
    })
  })

  it('[R9] puts the answer behind the beginning that it was given', () => {
    const { parts, native } = answerOf([delta(0, { text: ' upon a time.' }), stop], 'Once')
    expect({ parts, native: native?.content }).toEqual({
      parts: [{ kind: 'text', text: 'Once upon a time.' }],
      native: [{ text: 'Once upon a time.' }],
    })
  })

  it('[P4] reports what a citation rests on, with what it quotes', () => {
    const citation = {
      title: 'Marks',
      sourceContent: [{ text: 'let it ' }, { text: 'stand' }],
      location: { web: { url: 'https://marks.example', domain: 'marks.example' } },
    }
    expect(answerOf([delta(0, { text: 'Yes.' }), delta(0, { citation }), stop]).parts).toEqual([
      { kind: 'text', text: 'Yes.' },
      { kind: 'source', url: 'https://marks.example', title: 'Marks', citedText: 'let it stand', at: 4 },
    ])
  })

  it.each([
    ['end_turn', 'complete'],
    ['stop_sequence', 'complete'],
    ['tool_use', 'complete'],
    ['max_tokens', 'length'],
    ['model_context_window_exceeded', 'length'],
    ['guardrail_intervened', 'refused'],
    ['content_filtered', 'refused'],
  ])('[P4] ends by %s as %s', (stopReason, end) => {
    expect(answerOf([delta(0, { text: 'So' }), { messageStop: { stopReason } }]).end).toBe(end)
  })

  it('[FP-4] is no answer without the event that ends it', () => {
    const reader = createConverseReader('')
    reader.read(delta(0, { text: 'So' }))
    reader.read({ metadata: { usage: { inputTokens: 1, outputTokens: 1 } } })
    expect(() => reader.end()).toThrow('the answer broke off: the stream ended without its last event')
  })

  it('[P4] has nothing to replay where nothing was said', () => {
    expect(answerOf([stop])).toEqual({ end: 'complete', parts: [], native: null, rawUsage: null, usage: null })
  })
})
