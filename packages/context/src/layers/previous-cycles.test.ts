import { answered, asked, called, resulted } from '@stet/history/testing'
import { describe, expect, it } from 'vitest'
import { assembled, exampleChat, exampleSettings, fatesOf, sentOf } from '../testing/example-input.ts'

const strip = { settings: exampleSettings({ previousCycles: 'strip' }) }

function work() {
  const { builder, say, path } = exampleChat()
  const [one, two, three] = [builder.ids.call(), builder.ids.call(), builder.ids.call()]
  const facts = called([two])
  const question = say(asked('Read both.'))
  const bare = say(called([one]))
  const bareResults = say(resulted([one]))
  const spoken = say({ ...facts, parts: [{ kind: 'text', text: 'One more.' }, ...facts.parts] })
  const spokenResults = say(resulted([two]))
  const answer = say(answered('Two poems.'))
  const next = say(asked('And c?'))
  const calls = say(called([three]))
  const results = say(resulted([three]))
  return { path, question, bare, bareResults, spoken, spokenResults, answer, next, calls, results }
}

describe('previous cycles', () => {
  it('[C4] keeps tool work by default', () => {
    expect(sentOf(work().path())).toHaveLength(9)
  })

  it('[C4] before the last user message sends only what was said', () => {
    const { path, question, spoken, answer, next, calls, results } = work()
    expect(sentOf(path(), strip)).toEqual([question, spoken, answer, next, calls, results])
    expect(assembled(path(), strip).request.messages[1]).toEqual({
      form: 'plain',
      messageId: spoken,
      role: 'assistant',
      parts: [{ kind: 'text', text: 'One more.' }],
      cacheMark: false,
    })
    expect(fatesOf(path(), strip)).toEqual([
      'sent (special-roles)',
      'forgotten (previous-cycles)',
      'forgotten (previous-cycles)',
      'trimmed (previous-cycles)',
      'forgotten (previous-cycles)',
      'sent (origins)',
      'sent (special-roles)',
      'sent (origins)',
      'sent (special-roles)',
    ])
  })

  it.each([
    ['[C4] previous cycles', { previousCycles: 'strip' }],
    ['[C3] tool memory', { toolMemory: { mode: 'forget', afterConclusions: 0 } }],
    ['[C6] reasoning', { reasoning: 'none' }],
  ] as const)(
    '%s leaves alone an exchange that no answer has followed, whatever the user said after it',
    (_name, fields) => {
      const { builder, say, path } = exampleChat()
      const callId = builder.ids.call()
      const question = say(asked('Read it.'))
      const facts = called([callId])
      const thought = { kind: 'reasoning' as const, text: 'I read it.', signature: 'signed' }
      const calls = say({ ...facts, parts: [thought, ...facts.parts], native: { protocol: 'demo', content: 'kept' } })
      const results = say(resulted([callId]))
      const first = say(asked('Quickly.'))
      const second = say(asked('Please.'))
      const { request } = assembled(path(), { settings: exampleSettings(fields) })
      expect(request.messages.map(({ messageId }) => messageId)).toEqual([question, calls, results, first, second])
      expect(request.messages[1]).toMatchObject({ form: 'native' })
      const answer = say(answered('A poem.'))
      const last = say(asked('Thanks.'))
      const sent = sentOf(path(), { settings: exampleSettings({ previousCycles: 'strip' }) })
      expect(sent).toEqual([question, first, second, answer, last])
    },
  )

  it('[C4] with tool memory on too, an exchange is sent only if both keep it', () => {
    const { path, question, spoken, answer, next, calls, results } = work()
    const settings = exampleSettings({
      previousCycles: 'strip',
      toolMemory: { mode: 'forget', afterConclusions: 5 },
    })
    expect(sentOf(path(), { settings })).toEqual([question, spoken, answer, next, calls, results])
  })

  it('[C4] counts what is left of a stripped answer, not what it was', () => {
    const { path, spoken } = work()
    const entry = assembled(path(), strip).report.messages.find(({ messageId }) => messageId === spoken)
    expect(entry).toMatchObject({ tokensBefore: 4 + 3 + 3 + 1, tokensAfter: 4 + 3 })
  })
})
