import type { Message } from '@stet/api/client'
import { describe, expect, it } from 'vitest'
import { readCheckpoints } from './checkpoints.ts'

const stored = { chatId: 'chat_a', parentId: null, order: 1, at: 0, copiedFrom: null } as const
const said = (id: Message['id']): Message => ({ ...stored, id, role: 'user', parts: [] })
const summary = (id: Message['id'], coversThrough: Message['id']): Message => ({
  ...stored,
  id,
  role: 'summary',
  parts: [],
  coversThrough,
  form: 'prose',
  request: null,
})
const path = [
  said('msg_a'),
  summary('msg_s', 'msg_a'),
  said('msg_b'),
  said('msg_c'),
  summary('msg_t', 'msg_c'),
  said('msg_d'),
]

describe('the checkpoints of a path', () => {
  it('[H6] hold where they are the furthest down, and say how much they replace', () => {
    const { stateOf, messagesAbove } = readCheckpoints({ path, earlier: false, lifts: [] })
    expect([stateOf('msg_s'), stateOf('msg_t')]).toEqual(['replaced', 'holds'])
    expect([messagesAbove('msg_s'), messagesAbove('msg_t')]).toEqual([1, 3])
  })

  it('[H6] give way to the one above where they are lifted on this branch, and not where they are on another', () => {
    const lift = (below: Message['id'], automaticCompaction: 'off' | 'on') => ({
      checkpoint: 'msg_t' as const,
      below,
      automaticCompaction,
    })
    const here = readCheckpoints({ path, earlier: false, lifts: [lift('msg_d', 'off')] })
    expect([here.stateOf('msg_s'), here.stateOf('msg_t'), here.pauses('msg_t')]).toEqual(['holds', 'lifted', true])
    const resumed = readCheckpoints({ path, earlier: false, lifts: [lift('msg_d', 'on')] })
    expect([resumed.stateOf('msg_t'), resumed.pauses('msg_t')]).toEqual(['lifted', false])
    const elsewhere = readCheckpoints({ path, earlier: false, lifts: [lift('msg_x', 'off')] })
    expect([elsewhere.stateOf('msg_t'), elsewhere.pauses('msg_t')]).toEqual(['holds', false])
  })

  it('[H6] do not count what they replace when the page has not loaded all of it', () => {
    expect(readCheckpoints({ path, earlier: true, lifts: [] }).messagesAbove('msg_t')).toBe(null)
  })
})
