import { describe, expect, it } from 'vitest'
import type { Block, Message as Turn } from '../claude/blocks.ts'
import type { RequestBody } from './body.ts'
import { checkRequest } from './check-request.ts'

const ask: Turn = { role: 'user', content: [{ type: 'text', text: 'Well?' }] }
const say: Turn = { role: 'assistant', content: [{ type: 'text', text: 'Yes.' }] }
const use: Block = { type: 'tool_use', id: 'toolu_1', name: 'clock', input: {} }
const given: Block = { type: 'tool_result', tool_use_id: 'toolu_1', content: [{ type: 'text', text: 'noon' }] }
const thought: Block = { type: 'thinking', thinking: 'hm', signature: 's' }
const marked: Block = { type: 'text', text: 'x', cache_control: { type: 'ephemeral' } }

function turn(role: Turn['role'], ...content: readonly Block[]): Turn {
  return { role, content }
}

function check(messages: readonly Turn[], changed: Partial<RequestBody> = {}): readonly string[] {
  return checkRequest({ model: 'm', max_tokens: 8192, messages, stream: true, ...changed })
}

const budget = { type: 'enabled', budget_tokens: 1024 } as const

describe('the rules of the Messages API', () => {
  it.each<[string, readonly Turn[], Partial<RequestBody>]>([
    ['a question', [ask], {}],
    ['turns', [ask, say, ask], {}],
    [
      'a call and its result',
      [ask, turn('assistant', thought, use), turn('user', given, ...ask.content)],
      { thinking: budget },
    ],
    ['a beginning', [ask, say], {}],
    ['a paused turn', [ask, turn('assistant', { type: 'server_tool_use', id: 'srv_1' })], {}],
  ])('[C1] take %s', (_name, messages, changed) => {
    expect(check(messages, changed)).toEqual([])
  })

  it.each<[string, readonly Turn[], Partial<RequestBody>, readonly string[]]>([
    ['nothing', [], {}, ['there is no message']],
    ['an answer first', [say, ask], {}, ['the first message is an answer']],
    ['two of one role', [ask, ask], {}, ['message 1 is of the same role as the one before it']],
    ['an empty message', [turn('user')], {}, ['message 0 is empty']],
    ['a blank text', [turn('user', { type: 'text', text: '\n' })], {}, ['a text in message 0 is blank']],
    ['thinking at the end', [ask, turn('assistant', thought), ask], {}, ['message 1 ends with thinking']],
    [
      'a beginning that ends blank',
      [ask, turn('assistant', { type: 'text', text: 'Well ' })],
      {},
      ['the prefill ends with a blank'],
    ],
    [
      'a call without result',
      [ask, turn('assistant', use), ask],
      {},
      ['call toolu_1 has no result in the next message'],
    ],
    ['a result without call', [turn('user', given)], {}, ['result toolu_1 has no call in the message before it']],
    [
      'a result that comes twice',
      [ask, turn('assistant', use), turn('user', given, given)],
      {},
      ['result toolu_1 comes twice'],
    ],
    [
      'a result behind a text',
      [ask, turn('assistant', use), turn('user', ...ask.content, given)],
      {},
      ['result toolu_1 comes after something else'],
    ],
    [
      'an id twice',
      [ask, turn('assistant', use), turn('user', given), turn('assistant', use), turn('user', given)],
      {},
      ['call toolu_1 is made twice'],
    ],
    [
      'a failure without words',
      [ask, turn('assistant', use), turn('user', { ...given, content: [], is_error: true })],
      {},
      ['the failed result toolu_1 is not only text'],
    ],
    [
      'a search without result',
      [ask, turn('assistant', { type: 'server_tool_use', id: 'srv_1' }), ask],
      {},
      ["call srv_1 of the provider's own tools has no result"],
    ],
    ['five marks', [turn('user', marked, marked, marked, marked, marked)], {}, ['5 cache marks are more than 4']],
    [
      'a mark on thinking',
      [ask, turn('assistant', { ...thought, cache_control: { type: 'ephemeral' } }, ...say.content), ask],
      {},
      ['a cache mark is set on thinking'],
    ],
    [
      'a budget without room',
      [ask],
      { thinking: budget, max_tokens: 1024 },
      ['1024 tokens of thinking leave none of 1024'],
    ],
    [
      'sampling beside thinking',
      [ask],
      { thinking: budget, temperature: 1 },
      ['sampling is set while the model thinks'],
    ],
    ['a beginning beside thinking', [ask, say], { thinking: budget }, ['a prefill is given while the model thinks']],
    [
      'an exchange that began without thinking',
      [ask, turn('assistant', use), turn('user', given)],
      { thinking: budget },
      ['the current exchange began without thinking'],
    ],
    [
      'a tool of no name',
      [ask],
      { tools: [{ name: 'a.b' }, { name: 'c' }, { name: 'c' }] },
      ['no tool may be called "a.b"', 'the tool c is declared twice'],
    ],
  ])('[C1] refuse %s', (_name, messages, changed, breaches) => {
    expect(check(messages, changed)).toEqual(breaches)
  })
})
