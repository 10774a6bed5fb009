import { describe, expect, it } from 'vitest'
import type { Transcript } from './load-transcripts.ts'
import { toHistory } from './to-history.ts'

const call = { id: 'wire-1', tool: 'read', input: '{}', wire: '{"id":"wire-1"}' }
const step: Transcript = [
  { role: 'assistant', text: '', calls: [call, { ...call, id: 'wire-2' }] },
  { role: 'tool', text: 'one', callId: 'wire-1', tool: 'read' },
  { role: 'tool', text: 'two', callId: 'wire-2', tool: 'read' },
]
const transcript: Transcript = [{ role: 'system', text: 'Be brief.' }, { role: 'user', text: 'Read both.' }, ...step]

describe('a transcript as history', () => {
  it('has the results of one step in one message, each naming its call', () => {
    const history = toHistory(transcript)
    const parts = history.map(message =>
      message.role === 'assistant' || message.role === 'tool-results' ? message.parts : [],
    )
    const ids = parts.map(list => list.flatMap(part => ('callId' in part ? [part.callId] : [])))
    expect(history.map(message => message.role)).toEqual(['user', 'assistant', 'tool-results'])
    expect(ids[1]).toHaveLength(2)
    expect(ids[2]).toEqual(ids[1])
  })

  it('gives every message and call an id of its own, also where a step is repeated, and hangs each on the one before', () => {
    const history = toHistory([...transcript, ...Array.from({ length: 400 }, () => step).flat()])
    const callIds = history.flatMap(message =>
      message.role === 'assistant' ? message.parts.flatMap(part => ('callId' in part ? [part.callId] : [])) : [],
    )
    expect(new Set(history.map(message => message.id)).size).toBe(803)
    expect(new Set(callIds).size).toBe(802)
    expect(history.slice(1).map(message => message.parentId)).toEqual(history.slice(0, -1).map(message => message.id))
  })
})
