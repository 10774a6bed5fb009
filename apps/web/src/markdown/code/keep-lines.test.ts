import { describe, expect, it } from 'vitest'
import type { CodeLine } from './code-ink.ts'
import { keepLines } from './keep-lines.ts'

const line = (text: string, ink: 'keyword' | null): CodeLine => [{ text, ink }]

describe('lines of code that grows', () => {
  it('[V3] stay the same objects where neither text nor ink changed', () => {
    const before = [line('let a', 'keyword'), line('/*', null), []]
    const after = [line('let a', 'keyword'), line('/*', 'keyword'), [], line('b', null)]
    const kept = keepLines(before, after)
    expect(kept).toEqual(after)
    expect([0, 1, 2, 3].map(number => kept[number] === before[number])).toEqual([true, false, true, false])
  })
})
