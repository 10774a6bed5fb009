import type { MessageId } from '@stet/history'
import { answered, asked } from '@stet/history/testing'
import { describe, expect, it } from 'vitest'
import { bindingOf, manifestOf } from '../draft/request-blocks.ts'
import { assembled, exampleChat, exampleModel, exampleSettings } from '../testing/example-input.ts'

const model = { ...exampleModel, bindsReasoning: true }
const tool = { name: 'clock', description: 'Tells the time.', input: {} }

/** Two answers with reasoning, and what each was written after. */
function bound() {
  const { say, path } = exampleChat()
  const bindings = new Map<MessageId, string>()
  const ids = ['one', 'two'].map(text => {
    const question = say(asked(text))
    const { request } = assembled(path(), { model, system: 'Be brief.', bindings })
    const parts = [
      { kind: 'reasoning' as const, text: 'Hm, hm, hm.', signature: 's' },
      { kind: 'text' as const, text: `${text}.` },
    ]
    const answer = say({ ...answered(''), parts, native: { protocol: 'demo', content: text } })
    bindings.set(answer, bindingOf(manifestOf(request)))
    return { question, answer }
  })
  say(asked('three'))
  return { path: path(), bindings, ids }
}

function reasoningSent(fields: Parameters<typeof assembled>[1]) {
  const { path, bindings } = bound()
  const { request } = assembled(path, { model, system: 'Be brief.', bindings, ...fields })
  return request.messages.flatMap(message => (message.form === 'native' ? [message.omitReasoning !== true] : []))
}

describe('bound reasoning', () => {
  it('[C20] is bound to the same when what the request before was bound to is only added to', () => {
    const { path } = bound()
    const blocksOf = (length: number) =>
      manifestOf(assembled(path.slice(0, length), { model, system: 'Be brief.', tools: [tool] }).request)
    const whole = blocksOf(path.length)
    for (let length = 1; length < path.length; length += 1) {
      const before = blocksOf(length)
      const earlier = { binding: bindingOf(before), blocks: before.blocks.length }
      expect(bindingOf(whole, earlier)).toBe(bindingOf(whole))
    }
    expect(bindingOf(whole, { binding: bindingOf({ blocks: [] }), blocks: 0 })).toBe(bindingOf(whole))
  })

  it('[C20] is sent while nothing before it has changed, and to models that do not bind it always', () => {
    expect(reasoningSent({})).toEqual([true, true])
    expect(reasoningSent({ model: exampleModel, system: 'Be kind.' })).toEqual([true, true])
  })

  it.each([
    ['system', { system: 'Be kind.' }],
    ['tools', { tools: [tool] }],
    ['web search', { webSearch: true }],
    ['what is known', { bindings: new Map() }],
  ])('[C20] is left out when %s changed', (_name, fields) => {
    expect(reasoningSent(fields)).toEqual([false, false])
  })

  it('[C20] before the message that changed stays', () => {
    const { path, bindings, ids } = bound()
    const marks = [{ kind: 'left-out' as const, messageId: ids[1]?.question ?? 'msg_' }]
    const { request } = assembled(path, { model, system: 'Be brief.', bindings, marks })
    const native = request.messages.filter(({ form }) => form === 'native')
    expect(native.map(message => 'omitReasoning' in message)).toEqual([false, true])
  })

  it('[C20] says what changed, and counts only what is sent', () => {
    const { path, bindings, ids } = bound()
    const { report } = assembled(path, { model, system: 'Be kind.', bindings })
    const [first, second] = ids.map(({ answer }) => report.messages.find(({ messageId }) => messageId === answer))
    const because = 'its reasoning is left out: the system prompt, a document or the summary changed since'
    expect(first).toMatchObject({ fate: 'trimmed', layer: 'binding', form: 'native', because })
    expect(first?.tokensAfter).toBeLessThan(first?.tokensBefore ?? 0)
    expect(second).toMatchObject({ fate: 'trimmed', because })
    expect(report.layers).toMatchObject([{ layer: 'binding', shortened: 2 }])
  })

  it('[C20] [C6] has nothing to do where reasoning goes anyway', () => {
    const { path, bindings } = bound()
    const settings = exampleSettings({ reasoning: 'none' })
    const { report } = assembled(path, { model, system: 'Be kind.', bindings, settings })
    expect(report.layers.map(({ layer }) => layer)).toEqual(['reasoning'])
  })
})
