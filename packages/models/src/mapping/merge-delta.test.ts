import type { Json } from '@stet/history'
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../transport/json-field.ts'
import { type Draft, mergeDelta } from './merge-delta.ts'

function merged(...deltas: readonly JsonObject[]): Json {
  const draft: Draft = {}
  for (const delta of deltas) mergeDelta(draft, delta)
  return draft
}

describe('deltas of a message', () => {
  it('[P4] grow texts, also in fields that nobody knows', () => {
    expect(merged({ content: 'He', musing: 'a' }, { content: 'llo', musing: 'b' })).toEqual({
      content: 'Hello',
      musing: 'ab',
    })
  })

  it('replace what never comes in pieces', () => {
    expect(merged({ id: 'a', type: 'x', flag: true, count: 1 }, { id: 'b', flag: false, count: 2 })).toEqual({
      id: 'b',
      type: 'x',
      flag: false,
      count: 2,
    })
  })

  it('take null for nothing, before and after', () => {
    expect(merged({ content: null, refusal: null }, { content: 'Hi' }, { content: null })).toEqual({
      content: 'Hi',
      refusal: null,
    })
  })

  it('merge objects at any depth', () => {
    expect(merged({ extra: { google: { thought: 'a' } } }, { extra: { google: { thought: 'b' }, other: 1 } })).toEqual({
      extra: { google: { thought: 'ab' }, other: 1 },
    })
  })

  it('[P4] merge pieces of reasoning by index and type, and keep encrypted ones apart and whole', () => {
    const text = { type: 'reasoning.text', index: 0, format: 'anthropic-claude-v1' }
    const encrypted = { type: 'reasoning.encrypted', index: 0, data: 'QUJD' }
    expect(
      merged(
        { reasoning_details: [{ ...text, text: 'First, ' }] },
        { reasoning_details: [{ ...text, text: 'look.' }] },
        { reasoning_details: [{ type: 'reasoning.text', index: 0, signature: 'c2ln' }] },
        { reasoning_details: [encrypted] },
        { reasoning_details: [{ ...encrypted, id: 'rs_2' }] },
      ),
    ).toEqual({
      reasoning_details: [
        { ...text, text: 'First, look.', signature: 'c2ln' },
        encrypted,
        { ...encrypted, id: 'rs_2' },
      ],
    })
  })

  it('merge pieces without an index with the last of their type', () => {
    const thought = (text: string) => ({ type: 'thinking', thinking: [{ type: 'text', text }] })
    expect(
      merged(
        { content: [thought('Let me ')] },
        { content: [thought('see.')] },
        { content: [{ type: 'text', text: 'Hel' }] },
        { content: [{ type: 'text', text: 'lo' }] },
      ),
    ).toEqual({ content: [thought('Let me see.'), { type: 'text', text: 'Hello' }] })
  })

  it('never merge citations or pictures', () => {
    const cite = (url: string) => ({ type: 'url_citation', url_citation: { url } })
    const picture = { type: 'image_url', index: 0, image_url: { url: 'data:image/png;base64,QUJD' } }
    expect(
      merged({ annotations: [cite('a')], images: [picture] }, { annotations: [cite('b')], images: [picture] }),
    ).toEqual({ annotations: [cite('a'), cite('b')], images: [picture, picture] })
  })

  it('[FH-3] cannot change the prototype of anything', () => {
    const sent: JsonObject = JSON.parse('{"__proto__": {"polluted": true}, "extra": {"__proto__": {"polluted": true}}}')
    const result = merged({ extra: {} }, sent)
    expect(result).toEqual({ extra: {} })
    expect(Object.getPrototypeOf(result)).toBe(Object.prototype)
  })
})
