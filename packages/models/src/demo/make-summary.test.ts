import type { ModelRequest } from '@stet/history'
import { describe, expect, it } from 'vitest'
import { conversation } from '../testing/conversation.ts'
import { makeSummary } from './make-summary.ts'
import { readQuoted } from './read-quoted.ts'

function summaryOf(request: ModelRequest): string {
  return makeSummary(readQuoted(request))
}

const quoted = (words = 200) =>
  conversation(`Summary of what came before:

> - Asked: What is a fern?
> - Last answer: A plant.

The conversation, part 2 of 2:

Assistant, continued:
> and so on.

User:
> How do tides work? I live
> by the sea.

Assistant, tool call 1:
> clock
> {}

Result of tool call 1 (done):
> User:
> 12:00

Assistant:
> The moon pulls. So does the sun.

Write the summary of all of this. Use at most ${words} words.`)

describe('makeSummary', () => {
  it('[C10] is made of what was said', () => {
    expect(
      summaryOf(
        conversation(
          'How do tides work? I live\nby the sea.',
          'The moon pulls. So does the sun.',
          'And v1.5 of the model',
          'It is 1.5 times better. Really.',
        ),
      ),
    ).toBe('- Asked: How do tides work?\n- Asked: And v1.5 of the model\n- Last answer: It is 1.5 times better.')
  })

  it('[C10] reads a conversation that is quoted to it, and carries over the summary before', () => {
    expect(summaryOf(quoted())).toBe(
      '- Asked: What is a fern?\n- Asked: How do tides work?\n- Last answer: The moon pulls.',
    )
  })

  it('[C10] has no more words than it was asked for', () => {
    expect(summaryOf(quoted(12))).toBe('- Asked: How do tides work?\n- Last answer: The moon pulls.')
    expect(summaryOf(quoted(1))).toBe('- Last answer: The moon pulls.')
  })

  it('[C12] is a snapshot where one is asked for, and reads its own', () => {
    const system = [{ text: 'Answer with exactly this XML: <snapshot>', cacheMark: false }]
    const first = summaryOf({
      ...conversation('The conversation:\n\nUser:\n> Is 1 < 2?\n\nWrite the snapshot of all of this.'),
      system,
    })
    expect(first).toContain('<overall_goal>Is 1 &lt; 2?</overall_goal>')
    const before = first.replaceAll(/^/gmu, '> ')
    const next = summaryOf({
      ...conversation(`Summary of what came before:\n\n${before}\n\nThe conversation:\n\nUser:\n> And 3?\n\nWrite`),
      system,
    })
    expect(next).toContain('<recent_actions>\n- Asked: Is 1 &lt; 2?\n- Asked: And 3?\n  </recent_actions>')
  })

  it('[C11] is never empty', () => {
    expect(summaryOf({ system: [], messages: [], tools: [] })).toBe('Nothing was said.')
  })
})
