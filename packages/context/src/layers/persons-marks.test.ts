import type { Mark, MessageId } from '@stet/history'
import { answered, asked, called, resulted } from '@stet/history/testing'
import { describe, expect, it } from 'vitest'
import { assembled, exampleChat, exampleSettings, fatesOf, sentOf } from '../testing/example-input.ts'

function mark(kind: 'pinned' | 'left-out', messageId: MessageId): Mark {
  return { kind, messageId }
}

function work() {
  const { builder, say, path } = exampleChat()
  const callId = builder.ids.call()
  const question = say(asked('What is in the file?'))
  const calls = say(called([callId]))
  const results = say(resulted([callId]))
  const answer = say(answered('A poem.'))
  const next = say(asked('Thanks.'))
  return { builder, say, path, question, calls, results, answer, next }
}

describe('the user’s marks', () => {
  it('[C19] leaves out what the user left out', () => {
    const { path, question, calls, results, next, answer } = work()
    const marks = [mark('left-out', answer)]
    expect(sentOf(path(), { marks })).toEqual([question, calls, results, next])
    expect(assembled(path(), { marks }).report.messages[3]).toMatchObject({
      fate: 'left-out',
      layer: 'persons-marks',
      because: 'it is not sent until you include it again',
      tokensAfter: 0,
    })
  })

  it.each(['calls', 'results'] as const)('[C19] a mark on the %s of a step is a mark on the step', which => {
    const chat = work()
    expect(sentOf(chat.path(), { marks: [mark('left-out', chat[which])] })).toEqual([
      chat.question,
      chat.answer,
      chat.next,
    ])
    const settings = exampleSettings({ previousCycles: 'strip', toolMemory: { mode: 'forget', afterConclusions: 0 } })
    expect(sentOf(chat.path(), { marks: [mark('pinned', chat[which])], settings })).toEqual([
      chat.question,
      chat.calls,
      chat.results,
      chat.answer,
      chat.next,
    ])
    expect(fatesOf(chat.path(), { marks: [mark('pinned', chat[which])], settings }).slice(1, 3)).toEqual([
      'pinned (persons-marks)',
      'pinned (persons-marks)',
    ])
  })

  it('[C19] keeps a pinned message behind a checkpoint, and says that others are left out before it', () => {
    const { builder, say, path, answer, next } = work()
    builder.add(next, { role: 'clear' })
    const last = say(asked('And now?'))
    expect(sentOf(path(), { marks: [mark('pinned', answer)] })).toEqual([null, answer, last])
    expect(assembled(path(), { marks: [mark('pinned', answer)] }).request.messages[0]).toEqual({
      form: 'plain',
      messageId: null,
      role: 'user',
      parts: [{ kind: 'text', text: '<system-note>Earlier messages are left out here.</system-note>' }],
      cacheMark: false,
    })
  })

  it('[C19] the current message is sent although it was left out', () => {
    const { path, next } = work()
    expect(sentOf(path(), { marks: [mark('left-out', next)] })).toContain(next)
    expect(assembled(path(), { marks: [mark('left-out', next)] }).report.messages.at(-1)).toMatchObject({
      fate: 'sent',
      layer: 'persons-marks',
    })
  })

  it('[C19] a mark never sends what a role never sends', () => {
    const { builder, path, answer } = work()
    const title = builder.add(answer, { role: 'clear' })
    expect(sentOf(path(), { marks: [mark('pinned', title)] })).not.toContain(title)
  })

  it('[C19] of two marks on one message the later one counts', () => {
    const { path, answer } = work()
    expect(sentOf(path(), { marks: [mark('pinned', answer), mark('left-out', answer)] })).not.toContain(answer)
    expect(sentOf(path(), { marks: [mark('left-out', answer), mark('pinned', answer)] })).toContain(answer)
  })

  it('[C19] a mark on a message of another branch changes nothing', () => {
    const { builder, path, question } = work()
    const elsewhere = builder.add(question, answered('Nothing.'))
    expect(assembled(path(), { marks: [mark('left-out', elsewhere)] })).toEqual(assembled(path()))
  })
})
