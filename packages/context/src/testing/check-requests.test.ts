import type { AssistantPart, CallId, Json, MessageId, ModelRequest, RequestMessage } from '@stet/history'
import { answered, asked } from '@stet/history/testing'
import { describe, expect, it } from 'vitest'
import { checkAnthropic } from './check-anthropic.ts'
import { checkBedrock } from './check-bedrock.ts'
import { checkGemini } from './check-gemini.ts'
import { checkOpenAiChat } from './check-openai-chat.ts'
import { checkOpenAiResponses } from './check-openai-responses.ts'
import { exampleChat, exampleModel } from './example-input.ts'
import { nativeContent, type Protocol } from './native-content.ts'
import type { CheckRequest } from './request-rules.ts'

const checks: Readonly<Record<Protocol, CheckRequest>> = {
  anthropic: checkAnthropic,
  'openai-chat': checkOpenAiChat,
  'openai-responses': checkOpenAiResponses,
  gemini: checkGemini,
  bedrock: checkBedrock,
}

const every: readonly Protocol[] = ['anthropic', 'openai-chat', 'openai-responses', 'gemini', 'bedrock']
const strictAboutTurns: readonly Protocol[] = ['anthropic', 'gemini', 'bedrock']
const strictAboutReasoning: readonly Protocol[] = ['anthropic', 'openai-responses', 'bedrock']

const question: RequestMessage = {
  form: 'plain',
  messageId: 'msg_question',
  role: 'user',
  parts: [{ kind: 'text', text: 'Which?' }],
  cacheMark: false,
}

function call(id: string): Extract<AssistantPart, { kind: 'tool-call' }> {
  return { kind: 'tool-call', callId: `call_${id}`, tool: 'clock', input: '{}', providerCallId: `provider_${id}` }
}

function plain(...parts: readonly AssistantPart[]): RequestMessage {
  return { form: 'plain', messageId: 'msg_answer', role: 'assistant', parts, cacheMark: false }
}

function native(protocol: Protocol, ...parts: readonly AssistantPart[]): RequestMessage {
  const calls = parts.filter(part => part.kind === 'tool-call')
  const content = nativeContent(protocol, parts)
  return {
    form: 'native',
    messageId: 'msg_answer',
    role: 'assistant',
    native: { protocol, content },
    calls,
    cacheMark: false,
  }
}

function results(...ids: readonly string[]): RequestMessage {
  const parts = ids.map(id => {
    const callId: CallId = `call_${id}`
    return { kind: 'tool-result' as const, callId, tool: 'clock', outcome: 'done' as const, content: [] }
  })
  return { form: 'plain', messageId: 'msg_results', role: 'tool-results', parts, cacheMark: false }
}

function breaches(protocol: Protocol, ...messages: readonly RequestMessage[]): readonly string[] {
  const request: ModelRequest = { system: [], messages, tools: [] }
  return checks[protocol](request, { path: [], model: { ...exampleModel, protocol } })
}

const said: AssistantPart = { kind: 'text', text: 'This.' }
const thought: AssistantPart = { kind: 'reasoning', text: 'Hm.', signature: null }

describe('the rules of the providers', () => {
  it.each(every)('[C7] %s takes answers of its own and plain ones, with their calls answered', protocol => {
    const step = [native(protocol, thought, said, call('a'), call('b')), results('a', 'b')]
    const plainStep = [plain(said, call('c')), results('c')]
    expect(breaches(protocol, question, ...step, ...plainStep, native(protocol, said), question)).toEqual([])
  })

  it.each(every)('[C1] %s wants every call answered right behind it, and nothing else', protocol => {
    const step = native(protocol, call('a'), call('b'))
    const [a, b] = ['provider_a', 'provider_b']
    expect([
      breaches(protocol, question, step, results('a')),
      breaches(protocol, question, step, question, results('a', 'b')),
      breaches(protocol, question, step, results('a', 'b', 'a')),
      breaches(protocol, question, results('z')),
    ]).toEqual([
      [`call ${b} has no result in the turn behind it`],
      [`result ${a} stands behind something else`, `result ${b} stands behind something else`],
      [`result ${a} comes twice`],
      ['result call_z has no call in the turn before it', 'result call_z stands behind something else'],
    ])
  })

  it.each(every)('[C7] %s takes no native answer of another, nor one with other calls than it names', protocol => {
    const other = protocol === 'anthropic' ? 'bedrock' : 'anthropic'
    const step = native(protocol, call('a'))
    const misnamed: RequestMessage = { ...step, ...(step.form === 'native' ? { calls: [] } : {}) }
    expect(breaches(protocol, question, native(other, said))).toContain(
      `msg_answer is native, but in the words of ${other}`,
    )
    expect(breaches(protocol, question, misnamed)[0]).toContain('msg_answer makes the calls')
  })

  it.each(every)('[C1] %s takes no message that says nothing', protocol => {
    const silent: RequestMessage = { ...question, messageId: 'msg_silent', parts: [{ kind: 'text', text: ' ' }] }
    expect(breaches(protocol, silent)).toContain('msg_silent says nothing')
    expect(breaches(protocol, question, native(protocol, thought))).toContain('msg_answer holds nothing but reasoning')
  })

  it.each(strictAboutTurns)('[C1] %s wants the person to speak first', protocol => {
    expect(breaches(protocol, plain(said), question)).toEqual(['the first turn is the answer msg_answer'])
  })

  it.each(strictAboutReasoning)('[C7] %s takes no reasoning that nothing follows', protocol => {
    expect(breaches(protocol, question, native(protocol, said, thought), question)).toHaveLength(1)
  })

  it.each(strictAboutReasoning)('[C7] %s wants the calls of the open exchange with their reasoning', protocol => {
    const { builder, say, path } = exampleChat()
    const callId = builder.ids.call()
    say(asked('Which?'))
    const made = { ...call('a'), callId }
    const origin = { definition: 'demo', protocol, model: 'demo' }
    const content: Json = nativeContent(protocol, [thought, made])
    const step = say({ ...answered(''), origin, parts: [thought, made], native: { protocol, content } })
    const [user] = path().map(({ id }) => id)
    const messages = [{ ...question, messageId: user ?? null }, answerOf(step, made), resultOf(callId)]
    const request: ModelRequest = { system: [], messages, tools: [] }
    expect(checks[protocol](request, { path: path(), model: { ...exampleModel, protocol } })).toEqual([
      `the calls of ${step} go without the reasoning that led to them, in the open exchange`,
    ])
  })
})

function answerOf(messageId: MessageId, ...parts: readonly AssistantPart[]): RequestMessage {
  return { form: 'plain', messageId, role: 'assistant', parts, cacheMark: false }
}

function resultOf(callId: CallId): RequestMessage {
  const part = { kind: 'tool-result' as const, callId, tool: 'clock', outcome: 'done' as const, content: [] }
  return { form: 'plain', messageId: 'msg_results', role: 'tool-results', parts: [part], cacheMark: false }
}
