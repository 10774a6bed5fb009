import { expect, it } from 'vitest'
import { parseCommand } from './parse-command.ts'

it('[S6] knows start, start --fresh and salvage', () => {
  expect(
    [[], ['start'], ['start', '--fresh'], ['--fresh'], ['salvage'], ['salvage', 'copy.sqlite']].map(parseCommand),
  ).toEqual([
    { name: 'start', fresh: false },
    { name: 'start', fresh: false },
    { name: 'start', fresh: true },
    { name: 'start', fresh: true },
    { name: 'salvage', target: null },
    { name: 'salvage', target: 'copy.sqlite' },
  ])
})

it.each([['stop'], ['start --now'], ['--help'], ['salvage a b'], ['salvage --fresh']])(
  '[S6] refuses "%s" with what there is',
  text => {
    expect(() => parseCommand(text.split(' '))).toThrow(`"stet ${text}" is not known. There is: stet start`)
  },
)
