import { describe, expect, it } from 'vitest'
import { findEntries } from './find-entries.ts'

const entries = [
  { key: '1', kind: 'Chat', label: 'The tides of Zürich' },
  { key: '2', kind: 'Settings', label: 'General' },
  { key: '3', kind: 'Chat', label: 'General relativity' },
  { key: '4', kind: 'Page', label: 'Providers' },
]
const found = (query: string) => findEntries(entries, query).map(({ key }) => key)

describe('what the palette finds', () => {
  it('[V1] is everything where nothing was typed', () => {
    expect(found(' ')).toEqual(['1', '2', '3', '4'])
  })

  it('[V1] holds every word, in any case and without accents', () => {
    expect([found('ZURICH tides'), found('general chat'), found('quark')]).toEqual([['1'], ['3'], []])
  })

  it('[V1] names what begins with the words first', () => {
    expect(found('gen')).toEqual(['2', '3'])
  })
})
