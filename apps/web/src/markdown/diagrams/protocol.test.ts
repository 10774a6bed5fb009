import { describe, expect, it } from 'vitest'
import { readAnswer } from './protocol.ts'

describe('readAnswer', () => {
  it('[V2] reads what the frame of a diagram answers', () => {
    expect([
      readAnswer({ kind: 'ready' }),
      readAnswer({ kind: 'drawn', width: 320, height: 200.5 }),
      readAnswer({ kind: 'failed', reason: 'Parse error on line 2:\ngraph TD' }),
    ]).toEqual([
      { kind: 'ready' },
      { kind: 'drawn', width: 320, height: 200.5 },
      { kind: 'failed', reason: 'Parse error on line 2:' },
    ])
  })

  it('[V2] trusts nothing that a drawing could make the frame say', () => {
    expect(readAnswer({ kind: 'failed', reason: 'x'.repeat(9_000) })).toEqual({
      kind: 'failed',
      reason: 'x'.repeat(200),
    })
    const refused = [
      null,
      'drawn',
      {},
      { kind: 'other' },
      { kind: 'failed', reason: { toString: 'x' } },
      { kind: 'drawn', width: 0, height: 10 },
      { kind: 'drawn', width: Number.NaN, height: 10 },
      { kind: 'drawn', width: 1e9, height: 10 },
      { kind: 'drawn', width: '10', height: 10 },
    ]
    expect(refused.map(readAnswer)).toEqual(refused.map(() => null))
  })
})
