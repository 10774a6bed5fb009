import { answered, asked, called, resulted } from '@stet/history/testing'
import { describe, expect, it } from 'vitest'
import { assembled, exampleChat, exampleSettings, fatesOf, sentOf } from '../testing/example-input.ts'

function forget(afterConclusions: number) {
  return { settings: exampleSettings({ toolMemory: { mode: 'forget', afterConclusions } }) }
}

/** Two turns with tools, then a question. */
function work() {
  const { builder, say, path } = exampleChat()
  const [one, two] = [builder.ids.call(), builder.ids.call()]
  const first = say(asked('Read a.'))
  const oldCalls = say(called([one]))
  const oldResults = say(resulted([one]))
  const conclusion = say(answered('A poem.'))
  const second = say(asked('Read b.'))
  const text = { kind: 'text' as const, text: 'I look.' }
  const facts = called([two])
  const newCalls = say({ ...facts, parts: [text, ...facts.parts] })
  const newResults = say(resulted([two]))
  const end = say(answered('A list.'))
  const last = say(asked('Thanks.'))
  return { say, path, builder, first, oldCalls, oldResults, conclusion, second, newCalls, newResults, end, last }
}

describe('tool memory', () => {
  it('[C3] remembers always by default', () => {
    expect(sentOf(work().path())).toHaveLength(9)
  })

  it('[C3] forgets at once: every exchange of a turn that is over, the text beside calls stays', () => {
    const { path, first, conclusion, second, newCalls, end, last } = work()
    expect(sentOf(path(), forget(0))).toEqual([first, conclusion, second, newCalls, end, last])
    expect(assembled(path(), forget(0)).request.messages[3]).toEqual({
      form: 'plain',
      messageId: newCalls,
      role: 'assistant',
      parts: [{ kind: 'text', text: 'I look.' }],
      cacheMark: false,
    })
    expect(fatesOf(path(), forget(0))).toEqual([
      'sent (special-roles)',
      'forgotten (tool-memory)',
      'forgotten (tool-memory)',
      'sent (origins)',
      'sent (special-roles)',
      'trimmed (tool-memory)',
      'forgotten (tool-memory)',
      'sent (origins)',
      'sent (special-roles)',
    ])
  })

  it('[C3] forgets after one turn: the exchange of the turn just over stays', () => {
    const { path, first, conclusion, second, newCalls, newResults, end, last } = work()
    expect(sentOf(path(), forget(1))).toEqual([first, conclusion, second, newCalls, newResults, end, last])
  })

  it('[C3] forgets after two turns: both stay', () => {
    expect(sentOf(work().path(), forget(2))).toHaveLength(9)
  })

  it('[C3] a conclusion counts whether or not tools came before it', () => {
    const { say, path, newCalls } = work()
    say(answered('You are welcome.'))
    say(asked('Bye.'))
    expect(sentOf(path(), forget(1))).toContain(newCalls)
    expect(assembled(path(), forget(1)).report.messages[5]).toMatchObject({
      fate: 'trimmed',
      because: 'its tool calls are left out, tool results are kept for 1 turn',
    })
  })

  it('[C3] leaves the current cycle alone, also after a conclusion in it', () => {
    const { builder, say, path } = exampleChat()
    const callId = builder.ids.call()
    const ids = [
      say(asked('Continue.')),
      say(called([callId])),
      say(resulted([callId])),
      say(answered('Half', null, 'length')),
      say(answered('and half.')),
    ]
    expect(sentOf(path(), forget(0))).toEqual(ids)
  })
})
