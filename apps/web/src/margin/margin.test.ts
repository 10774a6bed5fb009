import type { Fate, Message, MessageReport, Report } from '@stet/api/client'
import { describe, expect, it } from 'vitest'
import { marginWords, toEarlierMargin, tokenWords, toMargin } from './margin.ts'

function entry(id: string, fate: Fate, cached = false): MessageReport {
  return {
    messageId: `msg_${id}`,
    role: 'user',
    fate,
    layer: 'budget',
    because: 'it is so',
    decisions: [],
    form: null,
    tokensBefore: 1200,
    tokensAfter: fate === 'sent' ? 1200 : 0,
    cached,
  }
}

function signs(messages: readonly MessageReport[], earlier: Report['earlier'] = null) {
  const notes = toMargin(new Map(messages.entries()), messages.length, earlier)
  return [...notes].map(([id, { sign, begins, ends }]) =>
    [id, sign, ...(sign === 'bracket' ? [begins ? 'begins' : '', ends ? 'ends' : ''] : [])].join(' ').trim(),
  )
}

describe('toMargin', () => {
  it('[C17] draws a bracket on where the messages beside it are not loaded', () => {
    const loaded = new Map([5, 6].map(index => [index, entry(`${index}`, 'summarised')]))
    const notes = [...toMargin(loaded, 7, null).values()]
    expect(notes.map(({ begins, ends }) => [begins, ends])).toEqual([
      [false, false],
      [false, true],
    ])
  })

  it('[C17] draws each fate as a proof-reader would', () => {
    const messages = [entry('a', 'sent', true), entry('b', 'pinned'), entry('c', 'trimmed'), entry('d', 'forgotten')]
    expect(signs([...messages, entry('e', 'left-out'), entry('f', 'over-budget'), entry('g', 'sent')])).toEqual([
      'msg_a double',
      'msg_b solid',
      'msg_c dotted',
      'msg_d struck',
      'msg_e crossed',
      'msg_f struck',
      'msg_g solid',
    ])
  })

  it('[C17] puts one bracket over all that a summary replaces, titles in between or not', () => {
    const messages = [entry('a', 'summarised'), entry('t', 'never-sent-by-role'), entry('b', 'summarised')]
    expect(signs([...messages, entry('c', 'sent'), entry('d', 'summarised')])).toEqual([
      'msg_a bracket begins',
      'msg_b bracket  ends',
      'msg_c solid',
      'msg_d bracket begins ends',
    ])
  })

  it('[C17] continues a bracket that began before', () => {
    const earlier = { through: 'msg_0', fate: 'summarised', layer: 'checkpoint', because: 'a summary' } as const
    expect(signs([entry('a', 'summarised'), entry('b', 'sent')], earlier)).toEqual([
      'msg_a bracket  ends',
      'msg_b solid',
    ])
  })
})

describe('toEarlierMargin', () => {
  const earlier = { through: 'msg_b', fate: 'summarised', layer: 'checkpoint', because: 'a summary' } as const
  const path = ['msg_a', 'msg_b', 'msg_c'].map(id => ({ id }) as Message)

  it('[C17] speaks of what comes before, and not of what came since', () => {
    expect([...toEarlierMargin(earlier, path)].map(([id, { begins, ends }]) => [id, begins, ends])).toEqual([
      ['msg_a', true, false],
      ['msg_b', false, true],
    ])
  })

  it('[C17] speaks of nothing when the page begins after it', () => {
    expect([...toEarlierMargin(earlier, path.slice(2))]).toEqual([])
  })
})

describe('marginWords', () => {
  it('[V1] says in words what the line shows', () => {
    const note = { layer: 'tool-memory', begins: true, ends: true } as const
    expect([
      marginWords({
        ...note,
        sign: 'double',
        fate: 'sent',
        because: 'an answer',
        cached: true,
        tokens: { before: 1, after: 1 },
      }),
      marginWords({
        ...note,
        sign: 'struck',
        fate: 'forgotten',
        because: 'it is old.',
        cached: false,
        tokens: { before: 1200, after: 0 },
      }),
      marginWords({ ...note, sign: 'bracket', fate: 'summarised', because: 'a summary', cached: false, tokens: null }),
    ]).toEqual([
      'In the provider’s cache. An answer. 1 token.',
      'Forgotten. It is old. 1.2k → 0 tokens.',
      'Summarised. A summary.',
    ])
  })
})

describe('tokenWords', () => {
  it('names one figure where nothing is taken away, and two where something is', () => {
    expect([tokenWords(5, 5), tokenWords(12_345, 600)]).toEqual(['5 tokens', '12.3k → 600 tokens'])
  })
})
