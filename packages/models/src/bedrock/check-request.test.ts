import { describe, expect, it } from 'vitest'
import type { Block, Message as ConverseMessage } from '../claude/blocks.ts'
import type { ConverseBody } from './body.ts'
import { checkRequest } from './check-request.ts'

const hello: ConverseMessage = { role: 'user', content: [{ text: 'Hello' }] }
const hi: ConverseMessage = { role: 'assistant', content: [{ text: 'Hi.' }] }
const point: Block = { cachePoint: { type: 'default' } }
const calls = (...ids: readonly string[]): ConverseMessage => ({
  role: 'assistant',
  content: ids.map(toolUseId => ({ toolUse: { toolUseId, name: 'clock', input: {} } })),
})
const results = (...ids: readonly string[]): ConverseMessage => ({
  role: 'user',
  content: ids.map(toolUseId => ({ toolResult: { toolUseId, content: [{ text: 'noon' }] } })),
})
const toolConfig = { tools: [{ toolSpec: { name: 'clock', inputSchema: { json: { type: 'object' } } } }] }
const thinking = { thinking: { type: 'enabled', budget_tokens: 1024 } }

describe('checkRequest', () => {
  it('finds nothing in a body that Bedrock takes', () => {
    const messages = [hello, calls('a', 'b'), results('a', 'b'), hi, { ...hello, content: [...hello.content, point] }]
    expect(checkRequest({ messages, toolConfig })).toEqual([])
  })

  it.each<[string, Partial<ConverseBody>, readonly string[]]>([
    ['no message', { messages: [] }, ['there is no message']],
    ['an answer at the beginning', { messages: [hi] }, ['the first message is an answer']],
    ['one role twice', { messages: [hello, hello] }, ['message 1 is of the same role as the one before it']],
    ['nothing but a mark', { messages: [{ role: 'user', content: [point] }] }, ['message 0 is empty']],
    ['a blank text', { messages: [{ role: 'user', content: [{ text: ' ' }] }] }, ['a text in message 0 is blank']],
    [
      'reasoning at the end',
      { messages: [hello, { role: 'assistant', content: [{ reasoningContent: {} }] }, hello] },
      ['message 1 ends with reasoning'],
    ],
    [
      'a document alone',
      { messages: [{ role: 'user', content: [{ document: {} }] }] },
      ['message 0 has a document and no text'],
    ],
    [
      'a call without its result',
      { messages: [hello, calls('a', 'b'), results('a')] },
      ['call b has no result in the next message'],
    ],
    ['a result without its call', { messages: [results('a')] }, ['result a has no call in the message before it']],
    [
      'a call made twice',
      { messages: [hello, calls('a'), results('a'), calls('a'), results('a')] },
      ['call a is made twice'],
    ],
    ['a result that comes twice', { messages: [hello, calls('a'), results('a', 'a')] }, ['result a comes twice']],
    [
      'a result behind a text',
      { messages: [hello, calls('a'), { role: 'user', content: [{ text: 'so' }, ...results('a').content] }] },
      ['result a comes after something else'],
    ],
    ['an id that is none', { messages: [hello, calls('a b'), results('a b')] }, ['no call may have the id "a b"']],
    [
      'sampling while it thinks',
      {
        messages: [hello],
        additionalModelRequestFields: thinking,
        inferenceConfig: { temperature: 1, maxTokens: 1024 },
      },
      ['sampling is set while the model thinks', '1024 tokens of thinking leave none of 1024'],
    ],
    [
      'an exchange that began without thinking',
      { messages: [hello, calls('a'), results('a')], additionalModelRequestFields: thinking },
      ['the current exchange began without thinking'],
    ],
    [
      'a beginning while it thinks',
      { messages: [hello, hi], additionalModelRequestFields: thinking },
      ['a prefill is given while the model thinks'],
    ],
    [
      'five cache points',
      { messages: [{ role: 'user', content: [{ text: 'so' }, point, point, point, point, point] }] },
      ['5 cache points are more than 4'],
    ],
  ])('names %s', (_, body, breaches) => {
    expect(checkRequest({ messages: [], toolConfig, ...body })).toEqual(breaches)
  })

  it('names tools that cannot be declared, and that none is', () => {
    const spec = (name: string) => ({ toolSpec: { name, inputSchema: { json: {} } } })
    expect(checkRequest({ messages: [hello], toolConfig: { tools: [spec('a'), spec('a'), spec('b c')] } })).toEqual([
      'no tool may be called "b c"',
      'the tool a is declared twice',
    ])
    expect(checkRequest({ messages: [hello, calls('a'), results('a')] })).toEqual([
      'tools were called and none is declared',
    ])
  })
})
