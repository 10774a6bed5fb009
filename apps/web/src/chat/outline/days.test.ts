import { expect, it } from 'vitest'
import { dayStart, toDay } from './days.ts'

it('[V3] a day begins at local midnight, and what is no date begins nowhere', () => {
  expect(dayStart('2026-03-05')).toBe(new Date(2026, 2, 5).getTime())
  expect(toDay(new Date(2026, 2, 5, 23, 59).getTime())).toBe('2026-03-05')
  expect([dayStart(''), dayStart('2026-02-30'), dayStart('5 March')]).toEqual([null, null, null])
  expect(dayStart('1960-01-01')).toBe(0)
})
