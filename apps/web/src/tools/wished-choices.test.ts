import type { ToolChoice } from '@stet/api/client'
import { expect, it } from 'vitest'
import { createWishedChoices } from './wished-choices.ts'

const tools = (...names: readonly string[]): readonly ToolChoice[] =>
  names.map(name => ({ name, policy: null, options: {} }))

it('[T1] two changes at once show the second alone, in whichever order answers and events arrive', () => {
  const arrivals = [
    ['saved', 'saved', 'a', 'ab'],
    ['a', 'saved', 'saved', 'ab'],
    ['saved', 'a', 'ab', 'saved'],
    ['saved', 'a', 'saved', 'ab'],
    ['a', 'ab', 'saved', 'saved'],
  ]
  for (const order of arrivals) {
    const choices = createWishedChoices(tools())
    choices.wish(tools('a'))
    choices.wish(tools('a', 'b'))
    for (const each of order) {
      if (each === 'saved') choices.saved()
      else choices.arrived(tools(...each))
      expect([order, choices.shown()]).toEqual([order, tools('a', 'b')])
    }
    // What another page chooses then is shown, also when it is what this one chose before.
    choices.arrived(tools('a'))
    expect(choices.shown()).toEqual(tools('a'))
  }
})

it('[T1] what could not be saved is shown as the chat has it', () => {
  const choices = createWishedChoices(tools('x'))
  choices.wish(tools('x', 'a'))
  choices.failed()
  expect(choices.shown()).toEqual(tools('x'))
})

it('[T1] another page’s choice is shown after its own were saved', () => {
  const choices = createWishedChoices(tools())
  choices.wish(tools('a'))
  choices.saved()
  choices.arrived(tools('z'))
  expect(choices.shown()).toEqual(tools('z'))
})
