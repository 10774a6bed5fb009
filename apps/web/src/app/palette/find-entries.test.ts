import { describe, expect, it } from 'vitest'
import { type EntryGroup, findEntries, type PaletteEntry } from './find-entries.ts'

const groups: readonly EntryGroup<PaletteEntry>[] = [
  {
    name: 'Chats',
    entries: [
      { key: 'tides', label: 'The tides of Zürich', words: 'Chat' },
      { key: 'relativity', label: 'On general relativity', words: 'Chat' },
    ],
  },
  {
    name: 'Settings',
    entries: [
      { key: 'theme', label: 'Theme', words: 'General System Light Dark' },
      { key: 'general', label: 'General' },
    ],
  },
  {
    name: 'Models',
    isLate: true,
    entries: [{ key: 'large', label: 'Generous Large', words: 'quill-large Quill & Co' }],
  },
]
const found = (query: string) =>
  findEntries(groups, query).map(({ name, entries }) => [name, ...entries.map(({ key }) => key)])

describe('what the palette finds', () => {
  it('[V1] is everything in its groups where nothing was typed', () => {
    expect(found(' ')).toEqual([
      ['Chats', 'tides', 'relativity'],
      ['Settings', 'theme', 'general'],
      ['Models', 'large'],
    ])
  })

  it('[V1] holds every word, in any case and without accents, and no empty group', () => {
    expect([found('ZURICH tides'), found('dark'), found('quill co'), found('quark')]).toEqual([
      [['Chats', 'tides']],
      [['Settings', 'theme']],
      [['Models', 'large']],
      [],
    ])
  })

  it('[V1] names what begins with the words first, and never moves a group down for one that arrives late', () => {
    expect(found('gener')).toEqual([
      ['Settings', 'general', 'theme'],
      ['Chats', 'relativity'],
      ['Models', 'large'],
    ])
  })

  it('[V1] is short in every group', () => {
    const entries = Array.from({ length: 40 }, (_, at) => ({ key: `${at}`, label: `Moss ${at}` }))
    const [chats, models] = findEntries(
      [
        { name: 'Chats', entries },
        { name: 'Models', entries },
      ],
      'moss',
    )
    expect([chats?.entries.length, models?.entries.length]).toEqual([12, 12])
  })
})
