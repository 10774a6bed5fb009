import { isId } from '@stet/history'
import { describe, expect, it } from 'vitest'
import { assemble } from '../assemble.ts'
import { defaultContextSettings } from '../settings.ts'
import { inputOf } from './conversation.ts'
import { fromOpenAi } from './from-openai.ts'
import { toOpenAi } from './to-openai.ts'

const png = 'data:image/png;base64,iVBORw0KGgo='

const messages = [
  { role: 'developer', content: 'Be brief.' },
  { role: 'user', content: [{ type: 'text', text: 'Which?' }, image(png)], name: 'ada' },
  {
    role: 'assistant',
    content: null,
    tool_calls: [call('call_a', '{"path":"a"}'), call('call_b', 'not JSON')],
  },
  { role: 'tool', tool_call_id: 'call_a', content: 'A.' },
  { role: 'tool', tool_call_id: 'call_b', content: [{ type: 'text', text: 'B.' }] },
  { role: 'assistant', content: 'Both.', refusal: null },
  { role: 'user', content: 'And now?' },
]

const tools = [{ type: 'function', function: { name: 'read', parameters: { type: 'object' }, strict: true } }]

function image(url: string) {
  return { type: 'image_url', image_url: { url } }
}

function call(id: string, input: string) {
  return { id, type: 'function', function: { name: 'read', arguments: input } }
}

function read() {
  return fromOpenAi({ messages, tools }, { model: 'gpt', contextWindow: 8000 })
}

describe('from Chat Completions', () => {
  it('[X6] reads messages as a record, the results of a step as one message', () => {
    const { path, system } = read()
    expect(system).toBe('Be brief.')
    expect(path.map(message => message.role)).toEqual(['user', 'assistant', 'tool-results', 'assistant', 'user'])
    const [user, asks, results] = path
    expect(user).toMatchObject({
      parentId: null,
      parts: [
        { kind: 'text', text: 'Which?' },
        { kind: 'file', blob: png, mediaType: 'image/png', size: 9 },
      ],
    })
    expect(asks).toMatchObject({
      parentId: user?.id,
      native: { protocol: 'openai-chat', content: messages[2] },
      parts: [
        { kind: 'tool-call', tool: 'read', input: '{"path":"a"}', providerCallId: 'call_a' },
        { kind: 'tool-call', tool: 'read', input: 'not JSON', providerCallId: 'call_b' },
      ],
    })
    expect(results).toMatchObject({ parts: [{ outcome: 'done', tool: 'read' }, { content: [{ text: 'B.' }] }] })
  })

  it('[X6] gives valid ids that stay while the conversation grows', () => {
    const before = fromOpenAi({ messages: messages.slice(0, 5) }, { model: 'gpt' }).path
    const after = read().path
    expect(after.every(message => isId('msg', message.id))).toBe(true)
    expect(after.slice(0, before.length).map(({ id }) => id)).toEqual(before.map(({ id }) => id))
  })

  it('[X6] gives another text another id, so that the count of the first is not used for it', () => {
    const edited = messages.with(-1, { role: 'user', content: 'And tomorrow?' })
    const ids = read().path.map(({ id }) => id)
    const others = fromOpenAi({ messages: edited }, { model: 'gpt' }).path.map(({ id }) => id)
    expect(others.slice(0, -1)).toEqual(ids.slice(0, -1))
    expect(others.at(-1)).not.toBe(ids.at(-1))
  })

  it('[X6] a role that is not known is refused by its place', () => {
    const body = { messages: [{ role: 'function', content: 'x' }] }
    expect(() => fromOpenAi(body, { model: 'gpt' })).toThrow('message 0 has the role "function"')
  })
})

describe('to Chat Completions', () => {
  it('[X6] gives the very messages and tools that nothing was taken out of', () => {
    const conversation = read()
    const assembly = assemble(inputOf(conversation))
    if (assembly.kind !== 'assembled') throw new Error(assembly.because)
    const body = toOpenAi(assembly.request, conversation.originals)
    expect(body).toEqual({ messages, tools })
    expect(body.messages[1]).toBe(messages[1])
    expect(body.tools?.[0]).toBe(tools[0])
  })

  it('[X6] makes the others from what is left of them', () => {
    const conversation = read()
    const { model, path } = conversation
    const marks = [{ kind: 'released' as const, messageId: path[0]?.id ?? 'msg_', blob: png }]
    const settings = { ...defaultContextSettings(model), previousCycles: 'strip' as const }
    const documents = [{ id: 'd', name: 'Rules', text: 'None.' }]
    const assembly = assemble(inputOf(conversation, { settings, marks, documents }))
    if (assembly.kind !== 'assembled') throw new Error(assembly.because)
    expect(toOpenAi(assembly.request, conversation.originals)).toEqual({
      messages: [
        messages[0],
        {
          role: 'developer',
          content: expect.stringMatching(/^\[BEGIN DOCUMENT "Rules"\]\n.+\n\nNone\.\n\[END DOCUMENT "Rules"\]$/),
        },
        {
          role: 'user',
          content: '<system-note>1 attachment(s) removed to save space.</system-note>\n\nWhich?',
        },
        messages[5],
        messages[6],
      ],
      tools,
    })
  })

  it('[X6] names a call by the id of the record where its answer goes from its parts', () => {
    const conversation = read()
    const elsewhere = { ...conversation.model, model: 'another' }
    const assembly = assemble(inputOf(conversation, { model: elsewhere }))
    if (assembly.kind !== 'assembled') throw new Error(assembly.because)
    const body = toOpenAi(assembly.request, conversation.originals)
    const called = body.messages.flatMap(message =>
      'tool_calls' in message ? (message.tool_calls ?? []).map(({ id }) => id) : [],
    )
    const answered = body.messages.flatMap(message => ('tool_call_id' in message ? [message.tool_call_id] : []))
    expect(answered).toEqual(called)
    expect(called.every(id => isId('call', id))).toBe(true)
  })
})
