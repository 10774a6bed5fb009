import { describe, expect, it } from 'vitest'
import { completeSlash, readSlash, SLASH_COMMANDS } from './slash-commands.ts'

describe('slash commands', () => {
  it('[T11] reads a command with its argument', () => {
    expect(['/clear', ' /title  On tides ', '/model', '/help'].map(readSlash)).toEqual([
      { name: 'clear', argument: '' },
      { name: 'title', argument: 'On tides' },
      { name: 'model', argument: '' },
      { name: 'help', argument: '' },
    ])
  })

  it.each(['/usr/bin', '/unknown', '/Clear', '/clear the table', 'a /clear', '/title a\nb', '/', ''])(
    '[T11] takes %j for text',
    text => expect(readSlash(text)).toBeNull(),
  )

  it('[T11] completes what is typed so far', () => {
    const names = (text: string) => completeSlash(text).map(({ name }) => name)
    expect([names('/'), names('/cl'), names('/x'), names('/clear '), names('a/')]).toEqual([
      SLASH_COMMANDS.map(({ name }) => name),
      ['clear', 'clearblobs'],
      [],
      [],
      [],
    ])
  })
})
