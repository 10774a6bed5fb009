import { describe, expect, it } from 'vitest'
import { meetsGoal, mergeResults, type Row, toResult } from './row.ts'

const row: Row = { name: 'assemble', unit: 'ms', ours: 10, peer: 40, peerName: 'other', goal: '<= 0.5' }

describe('a benchmark row', () => {
  it('compares ours with the peer of the same run', () => {
    expect(toResult(row)).toEqual({ ...row, ratio: 0.25 })
    expect(toResult({ ...row, peer: null, peerName: null }).ratio).toBe(null)
  })

  it('holds a goal against the ratio, or against our own figure where there is no peer', () => {
    const alone = { ...row, peer: null, peerName: null }
    expect([
      meetsGoal(toResult(row)),
      meetsGoal(toResult({ ...row, goal: '<= 0.2' })),
      meetsGoal(toResult({ ...row, goal: '>= 0.2' })),
      meetsGoal(toResult({ ...row, goal: null })),
      meetsGoal(toResult({ ...alone, goal: '<= 9.5' })),
      meetsGoal(toResult({ ...alone, goal: '>= 9.5' })),
    ]).toEqual([true, false, true, true, false, true])
  })

  it('replaces the rows of a benchmark that ran again and keeps the others', () => {
    const old = toResult(row)
    const other = toResult({ ...row, name: 'append' })
    const again = toResult({ ...row, ours: 8 })
    expect(mergeResults([old, other], [again])).toEqual([other, again])
  })
})
