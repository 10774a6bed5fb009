import { expect, it } from 'vitest'
import { dateFormat } from './date-format.ts'

it('[V3] makes one format of each kind and language', () => {
  const time = dateFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: 'UTC' })
  expect(dateFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: 'UTC' })).toBe(time)
  expect(dateFormat('en-US', { hour: '2-digit', minute: '2-digit', timeZone: 'UTC' }).format(0)).toBe('12:00 AM')
  expect(dateFormat('en-GB', { month: 'long', timeZone: 'UTC' }).format(0)).toBe('January')
  expect(time.format(0)).toBe('00:00')
})
