import { describe, expect, it } from 'vitest'
import { preferences, readPreference } from './preferences.ts'

function storing(entries: Readonly<Record<string, string>>): Pick<Storage, 'getItem'> {
  return { getItem: key => entries[key] ?? null }
}

describe('a preference', () => {
  it('[V1] is what the browser stored, and the first choice without it', () => {
    expect(readPreference(storing({ 'stet.text': 'large' }), 'text')).toBe('large')
    expect(readPreference(storing({}), 'text')).toBe('normal')
  })

  it.each(['', 'huge', 'constructor', '__proto__'])(
    '[V1] is the default where %j is stored, which is no choice',
    text => {
      expect(readPreference(storing({ 'stet.enter': text }), 'enter')).toBe('send')
    },
  )

  it('[V1] of dates names languages that a browser knows', () => {
    const locales = preferences.dates.choices.flatMap(({ value }) => (value === 'system' ? [] : [value]))
    expect(Intl.DateTimeFormat.supportedLocalesOf(locales)).toEqual(locales)
  })
})
