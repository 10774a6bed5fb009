import type { Lift, MessageId } from '@stet/history'
import { answered, asked, request } from '@stet/history/testing'
import { describe, expect, it } from 'vitest'
import { assembled, exampleChat, fatesOf, sentOf } from '../testing/example-input.ts'

function summary(text: string, coversThrough: MessageId) {
  return {
    role: 'summary' as const,
    parts: [{ kind: 'text' as const, text }],
    coversThrough,
    form: 'prose' as const,
    request: request(null),
  }
}

function talk() {
  const { builder, say, path } = exampleChat()
  const first = say(asked('one'))
  const second = say(answered('two'))
  const third = say(asked('three'))
  const fourth = say(answered('four'))
  return { builder, say, path, first, second, third, fourth }
}

describe('checkpoint', () => {
  it('[C2] sends what follows a summary, which is the last block of the system prompt', () => {
    const { builder, path, second, third, fourth } = talk()
    builder.add(second, summary('They counted.', second))
    expect(assembled(path(), { system: 'Be brief.' }).request.system).toEqual([
      { text: 'Be brief.', cacheMark: false },
      { text: 'Previous Conversation Summary:\n\nThey counted.', cacheMark: false },
    ])
    expect(sentOf(path())).toEqual([third, fourth])
    expect(fatesOf(path())).toEqual(['never-sent-by-role (checkpoint)', 'sent (special-roles)', 'sent (origins)'])
  })

  it('[C17] names what precedes a checkpoint in one entry', () => {
    const { builder, path, second } = talk()
    builder.add(second, summary('They counted.', second))
    expect(assembled(path()).report.earlier).toEqual({
      through: second,
      fate: 'summarised',
      layer: 'checkpoint',
      because: 'the summary in the system prompt replaces it',
    })
  })

  it('[C2] sends the current message whole when the summary covers it, before what follows', () => {
    const { builder, say, path, third, fourth } = talk()
    builder.add(fourth, summary('They counted to four.', fourth))
    const fifth = say(answered('five'))
    expect(sentOf(path())).toEqual([third, fifth])
    expect(fatesOf(path())).toEqual([
      'sent (checkpoint)',
      'summarised (checkpoint)',
      'never-sent-by-role (checkpoint)',
      'sent (origins)',
    ])
  })

  it('[C2] of two summaries the one covering most holds', () => {
    const { builder, say, path, second, fourth } = talk()
    builder.add(fourth, summary('They counted to four.', fourth))
    builder.add(second, summary('They counted.', second))
    const fifth = say(asked('five'))
    expect(sentOf(path())).toEqual([fifth])
    expect(assembled(path()).report.system.map(({ kind }) => kind)).toEqual(['summary'])
  })

  it('[H6] sends nothing before a clear, and no summary of it', () => {
    const { builder, say, path, second, fourth } = talk()
    builder.add(second, summary('They counted.', second))
    builder.add(fourth, { role: 'clear' })
    const fifth = say(asked('five'))
    expect(assembled(path()).request.system).toEqual([])
    expect(sentOf(path())).toEqual([fifth])
    expect(assembled(path()).report.earlier).toMatchObject({ through: fourth, fate: 'behind-checkpoint' })
  })

  it('[H6] says of what a clear hid that it is cleared, not summarised, when a summary came later', () => {
    const { builder, say, path, first, second, third, fourth } = talk()
    builder.add(second, { role: 'clear' })
    builder.add(fourth, summary('They counted on.', fourth))
    say(asked('five'))
    const marks = [{ kind: 'pinned' as const, messageId: first }]
    expect(sentOf(path(), { marks })).toEqual([null, first, expect.anything()])
    expect(assembled(path(), { marks }).report.messages.map(({ messageId, fate }) => [messageId, fate])).toEqual([
      [first, 'pinned'],
      [second, 'behind-checkpoint'],
      [expect.anything(), 'never-sent-by-role'],
      [third, 'summarised'],
      [fourth, 'summarised'],
      [expect.anything(), 'never-sent-by-role'],
      [expect.anything(), 'sent'],
    ])
  })

  it('[H6] sends everything again when the checkpoint is lifted', () => {
    const { builder, path, first, second, third, fourth } = talk()
    const checkpoint = builder.add(second, summary('They counted.', second))
    const lifts: readonly Lift[] = [{ checkpoint, below: fourth, automaticCompaction: 'off' }]
    expect(sentOf(path(), { lifts })).toEqual([first, second, third, fourth])
    expect(assembled(path(), { lifts }).request.system).toEqual([])
  })

  it('[H6] falls back on the checkpoint above when one on the last message is lifted', () => {
    const { builder, path, second, third, fourth } = talk()
    builder.add(second, summary('They counted.', second))
    const checkpoint = builder.add(fourth, { role: 'clear' })
    const lifts: readonly Lift[] = [{ checkpoint, below: fourth, automaticCompaction: 'off' }]
    expect(sentOf(path(), { lifts })).toEqual([third, fourth])
  })

  it('[C2] a summary that does not hang on what it covers is an error, not a guess', () => {
    const { builder, path, second, fourth } = talk()
    builder.add(fourth, summary('They counted.', second))
    expect(() => assembled(path())).toThrow(/covers .*, which is not the message it hangs on/)
  })

  it('[C22] a sentence that the user keeps is sent word for word with every summary that covers its message', () => {
    const { builder, say, path } = exampleChat()
    const question = say(asked('Never deploy on a Friday. What is next?'))
    const answer = say(answered('A test.'))
    const summed = (through: MessageId, text: string) =>
      builder.add(through, {
        role: 'summary',
        parts: [{ kind: 'text', text }],
        coversThrough: through,
        form: 'prose',
        request: request(null),
      })
    summed(answer, 'They planned.')
    const marks = [{ kind: 'kept-text' as const, messageId: question, text: 'Never deploy on a Friday.' }]
    const next = say(asked('And then?'))
    const system = () => assembled(path(), { marks }).request.system.map(({ text }) => text)
    const kept = 'Sentences that the user asked to keep, word for word:\n- Never deploy on a Friday.'
    expect(system()).toEqual([`Previous Conversation Summary:\n\nThey planned.\n\n${kept}`])
    summed(next, 'They planned more.')
    say(answered('A release.'))
    say(asked('And?'))
    expect(system()).toEqual([`Previous Conversation Summary:\n\nThey planned more.\n\n${kept}`])
    const leftOut = [...marks, { kind: 'left-out' as const, messageId: question }]
    expect(assembled(path(), { marks: leftOut }).request.system.map(({ text }) => text)).toEqual([
      'Previous Conversation Summary:\n\nThey planned more.',
    ])
  })
})
