import { describe, expect, it } from 'vitest'
import { assemble } from '../assemble.ts'
import { addSummary, inputOf } from './conversation.ts'
import { fromAnthropic } from './from-anthropic.ts'
import { fromOpenAi } from './from-openai.ts'
import { toAnthropic } from './to-anthropic.ts'
import { toOpenAi } from './to-openai.ts'

const messages = [
  { role: 'user', content: 'One.' },
  { role: 'assistant', content: 'Two.' },
  { role: 'user', content: 'Three.' },
]

function requestOf(conversation: Parameters<typeof inputOf>[0]) {
  const assembly = assemble(inputOf(conversation))
  if (assembly.kind !== 'assembled') throw new Error(assembly.because)
  return assembly.request
}

describe('a converted conversation', () => {
  it('[X6] [C10] takes a summary in place of its first messages', () => {
    const conversation = fromOpenAi({ messages }, { model: 'gpt' })
    const answer = conversation.path[1]?.id ?? 'msg_'
    const shorter = addSummary(conversation, answer, 'They counted.')
    expect(toOpenAi(requestOf(shorter), shorter.originals).messages).toEqual([
      {
        role: 'system',
        content: expect.stringContaining('Previous Conversation Summary:\n\nThey counted.\n\n[The messages'),
      },
      messages[2],
    ])
    expect(addSummary(conversation, answer, 'They counted.').path).toEqual(shorter.path)
    expect(() => addSummary(conversation, 'msg_none', 'They counted.')).toThrow('no message msg_none')
    expect(() => addSummary(conversation, answer, ' ')).toThrow('must have a text')
  })

  it('[X6] refuses settings that do not exist, by name', () => {
    const conversation = fromOpenAi({ messages }, { model: 'gpt' })
    const settings = { ...inputOf(conversation).settings, previousCycles: 'stripp' }
    // As a caller without types writes it.
    const given: object = { settings }
    expect(() => inputOf(conversation, given)).toThrow(/previousCycles must be/)
  })

  it.each([
    [null, 'the body must be an object; it is null'],
    [{}, 'messages must be a list; it is undefined'],
    [{ messages: [null] }, 'messages[0] must be an object; it is null'],
    [{ messages: [{ content: 'Hi' }] }, 'messages[0].role must be a string; it is undefined'],
    [
      { messages: [{ role: 'user', content: 7 }] },
      'messages[0].content must be a string or a list; it is of the type number',
    ],
    [{ messages: [{ role: 'user', content: ['Hi'] }] }, 'messages[0].content[0] must be an object'],
  ])('[X6] says what is wrong with %j', (body, because) => {
    const read: unknown = JSON.parse(JSON.stringify(body))
    expect(() => Reflect.apply(fromOpenAi, null, [read, { model: 'gpt' }])).toThrow(because)
    expect(() => Reflect.apply(fromAnthropic, null, [read, { model: 'claude' }])).toThrow(because)
  })

  it('[X6] sends no blank text to Anthropic, not even one that it wrote', () => {
    const blank = { type: 'text', text: '\n' }
    const said = { type: 'text', text: 'Two.' }
    const body = {
      messages: [
        { role: 'user', content: 'One.' },
        { role: 'assistant', content: [blank, said] },
        { role: 'user', content: 'Three.' },
      ],
    }
    const conversation = fromAnthropic(body, { model: 'claude', caching: 'none' })
    expect(toAnthropic(requestOf(conversation), conversation.originals).messages[1]).toEqual({
      role: 'assistant',
      content: [said],
    })
  })
})
