import type { Json } from '@stet/history'
import { describe, expect, it } from 'vitest'
import { ModelError } from '../model-error.ts'
import type { Answer } from '../model-event.ts'
import { readAll } from '../testing/open-answer.ts'
import { createChatReader } from './read-stream.ts'

function answerTo(chunks: readonly Json[]): Answer {
  const last = [...readAll(createChatReader(), chunks)].at(-1)
  if (last?.kind !== 'answer-finished') throw new Error('the answer did not finish')
  return last.answer
}

function delta(...deltas: readonly Json[]): readonly Json[] {
  return [...deltas.map(each => ({ choices: [{ index: 0, delta: each }] })), stop]
}

const stop = { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }

function errorOf(action: () => unknown): unknown {
  try {
    action()
  } catch (error) {
    return error instanceof ModelError ? error.kind : error
  }
  return null
}

describe('reasoning', () => {
  it.each<[string, Json, Json]>([
    ['reasoning_content', { reasoning_content: 'Hm, ' }, { reasoning_content: 'so.' }],
    ['reasoning', { reasoning: 'Hm, ' }, { reasoning: 'so.' }],
    [
      'reasoning_details',
      { reasoning_details: [{ type: 'reasoning.text', text: 'Hm, ' }] },
      { reasoning_details: [{ type: 'reasoning.summary', summary: 'so.' }] },
    ],
    ['all at once', { reasoning_content: 'Hm, ', reasoning: 'Hm, ' }, { reasoning_content: 'so.', reasoning: 'so.' }],
    [
      'thinking pieces',
      { content: [{ type: 'thinking', thinking: [{ type: 'text', text: 'Hm, ' }] }] },
      { content: [{ type: 'thinking', thinking: 'so.' }] },
    ],
  ])('[P4] is read from %s', (_name, first, second) => {
    expect(answerTo(delta(first, second, { content: 'Yes.' })).parts).toEqual([
      { kind: 'reasoning', text: 'Hm, so.', signature: null },
      { kind: 'text', text: 'Yes.' },
    ])
  })

  it('[C6] that only the provider can read is a part anyway, once, and cuts no text', () => {
    const hidden = (data: string) => ({ reasoning_details: [{ type: 'reasoning.encrypted', data }] })
    const kinds = [
      delta(hidden('QQ=='), { content: 'Yes.' }),
      delta({ content: 'Ye' }, hidden('QQ=='), { content: 's.' }, hidden('Qg==')),
      delta({ reasoning: 'Hm.' }, hidden('QQ=='), { content: 'Yes.' }, hidden('Qg==')),
      delta(hidden('QQ=='), { reasoning: 'Hm.' }, { content: 'Yes.' }),
    ].map(chunks => answerTo(chunks).parts)
    const said = { kind: 'text', text: 'Yes.' }
    expect(kinds).toEqual([
      [{ kind: 'reasoning', text: '', signature: 'QQ==' }, said],
      [said, { kind: 'reasoning', text: '', signature: 'Qg==' }],
      [{ kind: 'reasoning', text: 'Hm.', signature: 'Qg==' }, said],
      [{ kind: 'reasoning', text: 'Hm.', signature: 'QQ==' }, said],
    ])
  })

  it('[P4] between texts is a part of its own', () => {
    const parts = answerTo(delta({ content: 'One.' }, { reasoning: 'Hm.' }, { content: 'Two.' })).parts
    expect(parts.map(part => part.kind)).toEqual(['text', 'reasoning', 'text'])
  })

  it('[C7] in pieces of content is kept in the form in which it came', () => {
    const thinking = { type: 'thinking', thinking: [{ type: 'text', text: 'Hm.' }] }
    expect(
      answerTo(delta({ content: '' }, { content: [thinking] }, { content: 'Ye' }, { content: 's.' })).native?.content,
    ).toEqual({
      role: 'assistant',
      content: [thinking, { type: 'text', text: 'Yes.' }],
    })
  })
})

describe('the end of an answer', () => {
  it.each<[string, Answer['end']]>([
    ['stop', 'complete'],
    ['tool_calls', 'complete'],
    ['eos', 'complete'],
    ['length', 'length'],
    ['model_length', 'length'],
    ['model_context_window_exceeded', 'length'],
    ['sensitive', 'refused'],
    ['content_filter', 'refused'],
  ])('[P4] for %s is %s', (reason, end) => {
    expect(answerTo([{ choices: [{ delta: { content: 'Hi' }, finish_reason: reason }] }]).end).toBe(end)
  })

  it('[FP-4] must be given', () => {
    expect(errorOf(() => answerTo([{ choices: [{ delta: { content: 'Hi' } }] }]))).toBe('protocol')
    expect(errorOf(() => answerTo([{ choices: [{ delta: { content: 'Hi' }, finish_reason: '' }] }]))).toBe('protocol')
  })

  it('[FP-5] may be that the server has too much to do', () => {
    expect(errorOf(() => answerTo([{ choices: [{ delta: {}, finish_reason: 'insufficient_system_resource' }] }]))).toBe(
      'overloaded',
    )
  })

  it('[FP-5] may be an error in an answer that came whole', () => {
    expect(errorOf(() => answerTo([{ error: { message: 'The model crashed', code: 500 } }]))).toBe('overloaded')
    expect(errorOf(() => answerTo([{ object: 'error', message: 'Too many requests', code: 429 }]))).toBe('rate-limited')
  })
})

describe('an answer that a server ended', () => {
  it.each([
    ['network_error', 'overloaded'],
    ['abort', 'protocol'],
    ['reason_of_tomorrow', 'protocol'],
  ])('[FP-4] as %s is not complete', (finish_reason, kind) => {
    expect(errorOf(() => answerTo([{ choices: [{ index: 0, delta: { content: 'So' }, finish_reason }] }]))).toBe(kind)
  })
})

describe('usage', () => {
  const usage = { prompt_tokens: 3, completion_tokens: 2 }
  const normalised = { input: 3, cacheRead: 0, cacheWrite: 0, output: 2, reasoning: 0, webSearches: 0 }

  it.each<[string, readonly Json[]]>([
    ['a chunk of its own', [stop, { choices: [], usage }]],
    ['the chunk that ends the choice', [{ ...stop, usage }]],
    ['the choice itself', [{ choices: [{ index: 0, delta: {}, finish_reason: 'stop', usage }] }]],
    ['a field of Groq', [{ ...stop, x_groq: { id: 'req_1', usage } }]],
    [
      'every chunk, growing',
      [
        { choices: [], usage: { prompt_tokens: 3, completion_tokens: 1 } },
        { ...stop, usage },
      ],
    ],
    [
      'a chunk before others that say null',
      [
        { choices: [], usage },
        { ...stop, usage: null },
      ],
    ],
  ])('[U1] is read from %s', (_name, chunks) => {
    expect(answerTo(chunks)).toMatchObject({ usage: normalised, rawUsage: usage })
  })
})

describe('sources', () => {
  it('[P4] are read from lists beside the choices, each once and the last list whole', () => {
    const { parts } = answerTo([
      { choices: [{ delta: { content: 'So.' } }], citations: ['https://example.org/a'] },
      {
        ...stop,
        citations: ['https://example.org/a', 'https://example.org/b'],
        search_results: [{ title: 'A', url: 'https://example.org/a', snippet: 'about a' }],
      },
    ])
    expect(parts).toEqual([
      { kind: 'text', text: 'So.' },
      { kind: 'source', url: 'https://example.org/a', title: 'A', citedText: 'about a' },
      { kind: 'source', url: 'https://example.org/b', title: null, citedText: null },
    ])
  })

  it('[P4] may be citations without a wrapping, and a picture that lies elsewhere', () => {
    const { parts } = answerTo(
      delta(
        {
          content: 'So.',
          annotations: [{ type: 'url_citation', url: 'https://example.org/a', title: 'A' }, { type: 'file' }],
        },
        { images: [{ type: 'image_url', image_url: { url: 'https://example.org/a.png' } }, { type: 'other' }] },
      ),
    )
    expect(parts.slice(1)).toEqual([
      { kind: 'source', url: 'https://example.org/a', title: 'A', citedText: null },
      { kind: 'source', url: 'https://example.org/a.png', title: null, citedText: null },
    ])
  })

  it('[P4] refuse a picture that cannot be read', () => {
    const images = [{ type: 'image_url', image_url: { url: 'data:image/png;base64,%%%' } }]
    expect(errorOf(() => answerTo(delta({ images })))).toBe('protocol')
  })
})

describe('chunks of other forms', () => {
  it('[FP-15] with several choices are read for the first', () => {
    const choices = [
      { index: 0, delta: { content: 'One' } },
      { index: 1, delta: { content: 'Two' } },
    ]
    expect(answerTo([{ choices }, stop]).parts).toEqual([{ kind: 'text', text: 'One' }])
  })

  it('[FP-15] with a growing message beside the delta are read once', () => {
    const choice = (content: string, whole: string) => ({
      choices: [{ delta: { content }, message: { role: 'assistant', content: whole } }],
    })
    expect(answerTo([choice('He', 'He'), choice('llo', 'Hello'), stop]).parts).toEqual([
      { kind: 'text', text: 'Hello' },
    ])
  })

  it.each([[null], [[]]])('[C7] keep no list of no calls: %j', calls => {
    const { native } = answerTo(delta({ content: 'Hi', tool_calls: calls }, { tool_calls: calls }))
    expect(native?.content).toEqual({ role: 'assistant', content: 'Hi' })
    const message = { role: 'assistant', content: 'Hi', tool_calls: [] }
    const whole = answerTo([{ choices: [{ index: 0, message, finish_reason: 'stop' }] }])
    expect(whole.native?.content).toEqual({ role: 'assistant', content: 'Hi' })
  })

  it('[C7] that are whole answers keep the message exactly', () => {
    const message = { role: 'assistant', content: 'Hi', tool_calls: null, refusal: null, odd: [1, { two: 2 }] }
    const { native } = answerTo([{ choices: [{ index: 0, message, finish_reason: 'stop' }] }])
    expect(JSON.stringify(native?.content)).toBe(JSON.stringify(message))
  })

  it.each<Json>([null, 'x', [], {}, { choices: null }, { choices: [null] }, { choices: [{ delta: null }] }])(
    '[FP-2] pass over %j',
    chunk => {
      expect(answerTo([chunk, stop]).parts).toEqual([])
    },
  )
})

it('[U5] keeps the tier that served the answer with its usage, unless that is the usual one', () => {
  const usage = { prompt_tokens: 5, completion_tokens: 2 }
  const served = (service_tier: string) => answerTo([stop, { choices: [], usage, service_tier }]).rawUsage
  expect([served('flex'), served('default')]).toEqual([{ ...usage, service_tier: 'flex' }, usage])
})
