import { noUsage } from '@stet/history'
import { answered, asked } from '@stet/history/testing'
import { describe, expect, it } from 'vitest'
import { assembled, exampleChat, sentOf } from '../testing/example-input.ts'

describe('opening', () => {
  it('[C1] a conversation that begins with a greeting is opened by a note', () => {
    const { say, path } = exampleChat()
    const greeting = say(answered('Hello, I am a guide.'))
    const question = say(asked('Where to?'))
    const { request, report } = assembled(path())
    expect(request.messages.map(message => message.messageId)).toEqual([null, greeting, question])
    expect(request.messages[0]).toEqual({
      form: 'plain',
      messageId: null,
      role: 'user',
      parts: [{ kind: 'text', text: '<system-note>The conversation begins here.</system-note>' }],
      cacheMark: false,
    })
    expect(report.opening).toEqual({
      kind: 'note',
      name: '',
      fate: 'sent',
      layer: 'opening',
      because: 'a provider requires a user message first',
      tokensBefore: 18,
      tokensAfter: 18,
      cached: false,
    })
  })

  it('[C2] an answer right behind a checkpoint is opened by a note', () => {
    const { builder, say, path } = exampleChat()
    const question = say(asked('one'))
    const answer = say(answered('two'))
    const next = say(asked('three'))
    builder.add(question, { role: 'clear' })
    expect(sentOf(path())).toEqual([null, answer, next])
    expect(assembled(path()).request.messages[0]).toMatchObject({
      parts: [{ text: '<system-note>Earlier messages are left out here.</system-note>' }],
    })
  })

  it('[C1] the account of what was deleted before a greeting is no earlier message', () => {
    const { builder, say, path } = exampleChat()
    const spent = { usage: noUsage, cost: { usd: 0, reliable: true } }
    const cumulative = { own: spent, inherited: spent }
    builder.add(null, { role: 'accounting', reason: '', removedMessages: 1, cumulative, removed: cumulative })
    say(answered('Hello, I am a guide.'))
    expect(path().map(({ role }) => role)).toEqual(['accounting', 'assistant'])
    expect(assembled(path()).request).toEqual(assembled(path().slice(1)).request)
  })

  it('[C1] a conversation that the user begins needs none', () => {
    const { say, path } = exampleChat()
    say(asked('one'))
    expect(assembled(path()).report.opening).toBeNull()
  })
})
