import { answered, asked, resulted } from '@stet/history/testing'
import { describe, expect, it } from 'vitest'
import { assembled, exampleChat, exampleModel, fatesOf, sentOf } from '../testing/example-input.ts'

const native = { protocol: 'demo', content: [{ kind: 'text', text: 'two' }, { signature: 'kept' }] }
const parts = [
  { kind: 'reasoning' as const, text: 'Hm.', signature: 'abc' },
  { kind: 'text' as const, text: 'two' },
  { kind: 'error' as const, code: 'network', message: 'lost', status: null, retryable: true },
]

function exchange(facts: Partial<ReturnType<typeof answered>>) {
  const { say, path } = exampleChat()
  say(asked('one'))
  const answer = say({ ...answered(''), parts, ...facts })
  say(asked('three'))
  return { answer, path: path() }
}

function plain(messageId: string) {
  return { form: 'plain', messageId, role: 'assistant', parts: [{ kind: 'text', text: 'two' }], cacheMark: false }
}

const sameModel = 'the same model wrote it through another provider'

describe('origins', () => {
  it('[C7] makes the plain form of an answer once, because what is remembered of it is remembered by object', () => {
    const { path } = exchange({ native: null })
    const partsOf = () =>
      assembled(path).request.messages.flatMap(message => ('parts' in message ? [message.parts] : []))
    const [before, after] = [partsOf(), partsOf()]
    expect(before.length).toBe(3)
    expect(after.every((parts, index) => parts === before[index])).toBe(true)
  })

  it('[C7] sends an answer exactly as it was when the same model reads it', () => {
    const { answer, path } = exchange({ native })
    expect(assembled(path).request.messages[1]).toEqual({
      form: 'native',
      messageId: answer,
      role: 'assistant',
      native,
      calls: [],
      cacheMark: false,
    })
  })

  it('[C7] [R9] sends an answer back that its provider paused between searches of its own', () => {
    const search = { kind: 'provider-call' as const, tool: 'web_search', input: 'tides', outcome: 'done' as const }
    const paused = {
      native,
      end: 'length' as const,
      parts: [{ kind: 'reasoning' as const, text: 'Hm.', signature: 'abc' }, search],
    }
    const { answer, path } = exchange(paused)
    expect(assembled(path).request.messages[1]).toMatchObject({ form: 'native', messageId: answer })
    // In plain form nothing of it is left, and an empty message is refused.
    const replayed = assembled(path, { plainReplay: true }).request.messages
    expect(replayed.some(({ role }) => role === 'assistant')).toBe(false)
  })

  it('[C7] a native answer names its calls by the provider’s ids', () => {
    const { builder, say, path } = exampleChat()
    const callId = builder.ids.call()
    say(asked('one'))
    const call = { kind: 'tool-call' as const, callId, tool: 'clock', input: '{}', providerCallId: 'toolu_1' }
    say({ ...answered(''), parts: [call], native })
    say(resulted([callId]))
    expect(assembled(path()).request.messages[1]).toMatchObject({
      form: 'native',
      calls: [{ callId, providerCallId: 'toolu_1' }],
    })
  })

  it.each([
    ['definition', { definition: 'other', protocol: 'demo', model: 'demo' }, sameModel],
    ['protocol', { definition: 'demo', protocol: 'other', model: 'demo' }, sameModel],
    ['model', { definition: 'demo', protocol: 'demo', model: 'tide-1' }, 'tide-1 wrote it'],
  ])('[C7] sends an answer of another %s from its parts, without reasoning and errors', (_name, origin, because) => {
    const { answer, path } = exchange({ native, origin })
    expect(assembled(path).request.messages[1]).toEqual(plain(answer))
    expect(assembled(path).report.messages[1]).toMatchObject({
      fate: 'sent',
      layer: 'origins',
      because: `in plain form: ${because}`,
    })
  })

  it('[C7] sends an answer exactly as it was to a model that reads what its writer signed', () => {
    const origin = { definition: 'other', protocol: 'demo', model: 'demo-20260101' }
    const { answer, path } = exchange({ native, origin })
    const message = assembled(path, { reads: [origin] }).request.messages[1]
    expect(message).toMatchObject({ form: 'native', messageId: answer, native })
    expect(assembled(path, { reads: [{ ...origin, model: 'demo-2' }] }).request.messages[1]).toEqual(plain(answer))
  })

  it('[C7] sends an answer from its parts when no native content was kept', () => {
    const { answer, path } = exchange({ native: null, end: 'interrupted' })
    expect(assembled(path).request.messages[1]).toEqual(plain(answer))
  })

  it('[C7] sends earlier reasoning back only where the provider reads it', () => {
    const { answer, path } = exchange({ native })
    const model = { ...exampleModel, replayReasoning: false }
    expect(assembled(path, { model }).request.messages[1]).toEqual(plain(answer))
    expect(assembled(path.slice(0, 2), { model }).request.messages[1]).toMatchObject({ form: 'native' })
    expect(assembled(path, { model: { ...model, replayReasoning: true } }).request.messages[1]).toMatchObject({
      form: 'native',
    })
  })

  it('[C7] [R8] what a provider refused to read again goes from its parts, the step under way excepted', () => {
    const { builder, say, path } = exampleChat()
    const callId = builder.ids.call()
    say(asked('one'))
    const closed = say({ ...answered(''), parts, native })
    say(asked('three'))
    const call = { kind: 'tool-call' as const, callId, tool: 'clock', input: '{}', providerCallId: 'toolu_1' }
    say({ ...answered(''), parts: [call], native })
    say(resulted([callId]))
    const { request, report } = assembled(path(), { plainReplay: true })
    expect(request.messages.map(({ form }) => form)).toEqual(['plain', 'plain', 'plain', 'native', 'plain'])
    expect(request.messages[1]).toEqual(plain(closed))
    expect(report.messages[1]).toMatchObject({
      layer: 'origins',
      because: 'in plain form: its provider refused the native form',
    })
  })

  it('[C7] sends no reasoning that was broken off before what it led to, the current cycle included', () => {
    const thought = parts.slice(0, 1)
    const { answer, path } = exchange({ native, parts: [...parts.slice(1, 2), ...thought], end: 'length' })
    expect(assembled(path.slice(0, 2)).request.messages[1]).toEqual(plain(answer))
  })

  it('[C7] takes a text that was opened and never written for none', () => {
    const opened = { kind: 'text' as const, text: ' ' }
    const { path } = exchange({ native, parts: [...parts.slice(1, 2), ...parts.slice(0, 1), opened], end: 'length' })
    expect(assembled(path).request.messages[1]).toMatchObject({ form: 'plain' })
  })

  it('[C7] never sends the ids of a provider to another', () => {
    const { builder, say, path } = exampleChat()
    const callId = builder.ids.call()
    say(asked('one'))
    const call = { kind: 'tool-call' as const, callId, tool: 'clock', input: '{}', providerCallId: 'toolu_1' }
    const step = say({ ...answered(''), parts: [call] })
    say(resulted([callId]))
    expect(assembled(path()).request.messages[1]).toEqual({
      form: 'plain',
      messageId: step,
      role: 'assistant',
      parts: [{ ...call, providerCallId: null }],
      cacheMark: false,
    })
  })

  it('[C17] leaves out an answer that says nothing, and says so', () => {
    const error = parts.filter(part => part.kind !== 'text')
    const { answer, path } = exchange({ native, parts: error, end: 'failed' })
    expect(sentOf(path)).not.toContain(answer)
    expect(fatesOf(path)).toEqual(['sent (special-roles)', 'empty (origins)', 'sent (special-roles)'])
  })
})
