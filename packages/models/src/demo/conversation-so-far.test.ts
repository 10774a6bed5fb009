import { describe, expect, it } from 'vitest'
import { conversationSoFar } from './conversation-so-far.ts'

function asked(count: number) {
  return { text: 'now', earlier: Array.from({ length: count - 1 }, () => 'before'), answers: 1, tools: [], results: [] }
}

describe('conversationSoFar', () => {
  it.each([
    [2, 'second'],
    [10, 'tenth'],
    [11, '11th'],
    [21, '21st'],
    [112, '112th'],
  ])('[C1] counts %i messages to the %s', (count, ordinal) => {
    expect(conversationSoFar(asked(count))).toBe(
      `This is the ${ordinal} message of yours that I was sent, and one answer came along with it. The earliest of yours begins:\n\n> before`,
    )
  })

  it('[C1] says so when there was none before', () => {
    expect(conversationSoFar(asked(1))).toBe('This is the first message of yours that I was sent.')
  })
})
