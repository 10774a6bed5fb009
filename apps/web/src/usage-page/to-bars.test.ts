import type { UsageDay } from '@stet/api/client'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { startWords, toBars } from './to-bars.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const usage = { input: 0, cacheRead: 0, cacheWrite: 0, output: 0, reasoning: 0, webSearches: 0 }

function day(at: number, parts: UsageDay['models']): UsageDay {
  const text = new Date(at * DAY_MS).toISOString().slice(0, 10)
  const cost = { usd: 0, reliable: true }
  return {
    day: text,
    requests: 1,
    usage,
    cost,
    estimated: 0,
    cacheSaved: 0,
    models: parts,
    workspaces: [],
    purposes: [],
  }
}

const query = { from: null, through: null, split: 'models', measure: 'tokens' } as const

it('[U4] what is drawn adds up to what was spent, in days, weeks or months, with any number of models', () => {
  const part = fc.record({ at: fc.nat(9), usd: fc.constant(0), tokens: fc.nat(1000) })
  const days = fc.uniqueArray(fc.record({ at: fc.integer({ min: 20_000, max: 20_900 }), parts: fc.array(part) }), {
    selector: each => each.at,
  })
  fc.assert(
    fc.property(days, fc.integer({ min: 1, max: 10 }), (drawn, most) => {
      const sorted = drawn.toSorted((one, other) => one.at - other.at).map(({ at, parts }) => day(at, parts))
      const { starts, values } = toBars(sorted, { ...query, series: 10, most })
      const sum = values.flat().reduce((all, value) => all + value, 0)
      expect(sum).toBe(drawn.flatMap(({ parts }) => parts).reduce((all, { tokens }) => all + tokens, 0))
      expect(new Set(starts).size).toBe(starts.length)
      expect(values.every(line => line.length === starts.length)).toBe(true)
    }),
  )
})

it('[U4] days without requests are in the plot, and a year is drawn in weeks that begin on a Monday', () => {
  const one = [day(20_000, [{ at: 0, usd: 1, tokens: 5 }])]
  const week = toBars(one, { ...query, from: '2024-09-30', through: '2024-10-06', series: 1, most: 6 })
  expect(week.starts.length).toBe(7)
  expect(week.values).toEqual([[0, 0, 0, 0, 5, 0, 0]])
  const year = toBars(one, { ...query, from: '2024-01-01', through: '2024-12-31', series: 1, most: 6 })
  expect([year.width, year.starts[0], year.starts.length]).toEqual(['week', '2024-01-01', 53])
  const years = toBars(one, { ...query, from: '2023-01-15', through: '2024-12-31', series: 1, most: 6 })
  expect([years.width, years.starts[0], years.starts.length]).toEqual(['month', '2023-01-01', 24])
  expect([startWords('2024-09-30', 'week', 'en-GB'), startWords('2024-09-01', 'month', 'en-GB')]).toEqual([
    'Week of 30 Sept',
    'Sept 2024',
  ])
  expect(toBars([], { ...query, series: 0, most: 6 }).starts).toEqual([])
})
