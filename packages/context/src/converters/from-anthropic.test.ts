import { describe, expect, it } from 'vitest'
import { assemble } from '../assemble.ts'
import { defaultContextSettings } from '../settings.ts'
import type { AnthropicBlockLike } from './anthropic-shapes.ts'
import { inputOf } from './conversation.ts'
import { type AnthropicBodyLike, fromAnthropic } from './from-anthropic.ts'
import { toAnthropic } from './to-anthropic.ts'

const mark = { type: 'ephemeral' }
const thought = { type: 'thinking', thinking: 'Hm.', signature: 'c2ln' }
const use = { type: 'tool_use', id: 'toolu_1', name: 'read', input: { path: 'a' } }
const result = { type: 'tool_result', tool_use_id: 'toolu_1', content: [{ type: 'text', text: 'A.' }] }
const beside = { type: 'text', text: 'And be quick.' }
const searched = { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: {} }

type Body = AnthropicBodyLike<AnthropicBlockLike, AnthropicBlockLike, { name: string; input_schema: object }>

const body: Body = {
  system: [{ type: 'text', text: 'Be brief.' }],
  messages: [
    { role: 'user', content: 'Which?' },
    { role: 'assistant', content: [thought, use] },
    { role: 'user', content: [result, beside] },
    { role: 'assistant', content: [searched, { type: 'text', text: 'A.' }] },
    { role: 'user', content: 'And now?' },
  ],
  tools: [{ name: 'read', input_schema: { type: 'object' } }],
}

function request(given: Parameters<typeof inputOf>[1] = {}, from = body) {
  const conversation = fromAnthropic(from, { model: 'claude', contextWindow: 8000 })
  const assembly = assemble(inputOf(conversation, given))
  if (assembly.kind !== 'assembled') throw new Error(assembly.because)
  return toAnthropic(assembly.request, conversation.originals)
}

function settings(fields: Partial<ReturnType<typeof defaultContextSettings>>) {
  return { settings: { ...defaultContextSettings({ caching: 'marks' }), cache: 'all-off' as const, ...fields } }
}

describe('from the Messages API', () => {
  it('[X6] reads results as a message of their own, and what is beside them as the next', () => {
    const { path } = fromAnthropic(body, { model: 'claude' })
    expect(path.map(message => message.role)).toEqual([
      'user',
      'assistant',
      'tool-results',
      'user',
      'assistant',
      'user',
    ])
    expect(path[1]).toMatchObject({
      native: { protocol: 'anthropic', content: [thought, use] },
      parts: [
        { kind: 'reasoning', text: 'Hm.', signature: 'c2ln' },
        { kind: 'tool-call', tool: 'read', input: '{"path":"a"}', providerCallId: 'toolu_1' },
      ],
    })
    expect(path[4]).toMatchObject({ parts: [{ kind: 'file', name: 'server_tool_use' }, { kind: 'text' }] })
  })

  it('[X6] a role that is not known is refused by its place', () => {
    const from = { messages: [{ role: 'system', content: 'x' }] }
    expect(() => fromAnthropic(from, { model: 'claude' })).toThrow('message 0 has the role "system"')
  })
})

describe('to the Messages API', () => {
  it('[X6] gives the very blocks that nothing was taken out of', () => {
    const back = request(settings({}))
    expect(back).toEqual(body)
    expect(back.messages[2]?.content[0]).toBe(result)
    expect(back.tools?.[0]).toBe(body.tools?.[0])
  })

  it('[X6] [C14] puts cache marks where the request has them, and nowhere else', () => {
    const marked = {
      ...body,
      messages: body.messages.map(({ role, content }) => ({
        role,
        content: typeof content === 'string' ? content : content.map(block => ({ ...block, cache_control: mark })),
      })),
    }
    expect(request(settings({ cache: 'cached' }), marked)).toEqual({
      ...body,
      system: [{ type: 'text', text: 'Be brief.', cache_control: mark }],
      messages: body.messages
        .with(0, { role: 'user', content: [{ type: 'text', text: 'Which?', cache_control: mark }] })
        .with(2, { role: 'user', content: [result, { ...beside, cache_control: mark }] })
        .with(4, { role: 'user', content: [{ type: 'text', text: 'And now?', cache_control: mark }] }),
    })
  })

  it('[X6] makes the others from what is left of them', () => {
    const back = request(settings({ previousCycles: 'strip' }))
    expect(back.messages).toEqual([
      { role: 'user', content: [{ type: 'text', text: 'Which?' }, beside] },
      body.messages[3],
      body.messages[4],
    ])
  })

  it('[X6] what only its provider knows is a note where the answer goes from its parts', () => {
    const conversation = fromAnthropic(body, { model: 'claude', contextWindow: 8000 })
    const assembly = assemble(
      inputOf(conversation, { ...settings({}), model: { ...conversation.model, model: 'another' } }),
    )
    if (assembly.kind !== 'assembled') throw new Error(assembly.because)
    const { messages } = toAnthropic(assembly.request, conversation.originals)
    const [call] = messages.flatMap(({ content }) => (typeof content === 'string' ? [] : content))
    expect(call).toMatchObject({ type: 'tool_use', name: 'read', input: { path: 'a' } })
    expect(messages[3]?.content).toEqual([
      { type: 'text', text: '[file "server_tool_use", application/json]' },
      { type: 'text', text: 'A.' },
    ])
  })
})
