import { answered, asked, called, resulted } from '@stet/history/testing'
import { describe, expect, it } from 'vitest'
import { assembled, exampleChat, fatesOf, sentOf } from '../testing/example-input.ts'

describe('pairing', () => {
  it('[C1] [FP-14] takes out calls that have no result, which makes the answer plain', () => {
    const { builder, say, path } = exampleChat()
    say(asked('What time is it?'))
    const callId = builder.ids.call()
    const call = { kind: 'tool-call' as const, callId, tool: 'clock', input: '{}', providerCallId: 'x' }
    const text = { kind: 'text' as const, text: 'Let me look.' }
    const step = say({ ...answered(''), parts: [text, call], native: { protocol: 'demo', content: [] } })
    say(asked('Well?'))
    expect(assembled(path()).request.messages[1]).toEqual({
      form: 'plain',
      messageId: step,
      role: 'assistant',
      parts: [text],
      cacheMark: false,
    })
    expect(assembled(path()).report.messages[1]).toMatchObject({
      fate: 'trimmed',
      layer: 'pairing',
      because: '1 of 1 tool calls left out: they have no result',
      tokensBefore: 4 + 3 + 2 + 1,
      tokensAfter: 4 + 3,
    })
  })

  it('[FP-14] leaves out an answer that was nothing but unanswered calls', () => {
    const { builder, say, path } = exampleChat()
    const question = say(asked('What time is it?'))
    say(called([builder.ids.call(), builder.ids.call()]))
    const next = say(asked('Well?'))
    expect(sentOf(path())).toEqual([question, next])
    expect(fatesOf(path())[1]).toBe('unpaired (pairing)')
  })

  it('[FP-14] keeps the calls that have results, and only the results that have calls', () => {
    const { builder, say, path } = exampleChat()
    const [one, two, stray] = [builder.ids.call(), builder.ids.call(), builder.ids.call()]
    say(asked('What time is it?'))
    const step = say(called([one, two]))
    const results = say(resulted([two, stray, two]))
    expect(assembled(path()).request.messages.slice(1)).toEqual([
      { form: 'plain', messageId: step, role: 'assistant', parts: called([two]).parts, cacheMark: false },
      { form: 'plain', messageId: results, role: 'tool-results', parts: resulted([two]).parts, cacheMark: false },
    ])
    expect(fatesOf(path()).slice(1)).toEqual(['trimmed (pairing)', 'trimmed (pairing)'])
  })

  it('[FP-11] pairs one result with one call, also when an id comes twice', () => {
    const { builder, say, path } = exampleChat()
    const callId = builder.ids.call()
    const question = say(asked('Twice'))
    const first = say(called([callId]))
    const results = say(resulted([callId]))
    say(called([callId]))
    const next = say(asked('Well?'))
    expect(sentOf(path())).toEqual([question, first, results, next])
  })

  it('[FP-14] drops results whose calls cannot be read', () => {
    const { builder, say, path } = exampleChat()
    const question = say(asked('What time is it?'))
    say({ role: 'unreadable', because: 'the seal is broken' })
    say(resulted([builder.ids.call()]))
    expect(sentOf(path())).toEqual([question])
    expect(fatesOf(path())[2]).toBe('unpaired (pairing)')
  })

  it('[FP-14] drops a message of results that holds none', () => {
    const { builder, say, path } = exampleChat()
    const question = say(asked('What time is it?'))
    say(called([builder.ids.call()]))
    say(resulted([]))
    expect(sentOf(path())).toEqual([question])
  })

  it('[C1] pairs 30,000 calls of one step in well under a second', () => {
    const { builder, say, path } = exampleChat()
    const ids = Array.from({ length: 30_000 }, () => builder.ids.call())
    say(asked('Look everywhere.'))
    const calls = say(called(ids))
    const results = say(resulted(ids.toReversed()))
    const messages = path()
    const start = process.threadCpuUsage()
    expect(sentOf(messages).slice(1)).toEqual([calls, results])
    expect(process.threadCpuUsage(start).user).toBeLessThan(2_000_000)
  })
})
