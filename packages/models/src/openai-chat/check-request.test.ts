import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../transport/json-field.ts'
import { checkRequest } from './check-request.ts'

const user = { role: 'user', content: 'Hello?' }
const call = (id: string) => ({ id, type: 'function', function: { name: 'clock', arguments: '{}' } })
const calling = (...ids: readonly string[]) => ({ role: 'assistant', content: null, tool_calls: ids.map(call) })
const result = (id: string) => ({ role: 'tool', tool_call_id: id, content: 'noon' })

function check(messages: readonly JsonObject[], fields: JsonObject = {}): readonly string[] {
  return checkRequest({ model: 'some-model', messages, stream: true, ...fields })
}

describe('a request of Chat Completions', () => {
  it('[C4] may call and answer, in any order of results', () => {
    const system = { role: 'system', content: 'Be brief.' }
    expect(check([system, user, calling('a', 'b'), result('b'), result('a'), user])).toEqual([])
    expect(check([user, { role: 'assistant', content: null, refusal: 'No.' }, user])).toEqual([])
  })

  it.each<[string, readonly JsonObject[], string]>([
    ['has something to answer', [], 'there is nothing to answer'],
    [
      'begins with the system',
      [user, { role: 'system', content: 'x' }],
      "message 1 is the system's, but not the first",
    ],
    ['has no empty message', [{ role: 'user', content: ' ' }], 'message 0 is empty'],
    ['has no answer without anything', [user, { role: 'assistant', content: '', refusal: null }], 'message 1 is empty'],
    ['has no blank text', [{ role: 'user', content: [{ type: 'text', text: ' ' }] }], 'a text of message 0 is blank'],
    [
      'has no list of no calls',
      [user, { role: 'assistant', content: 'Hi', tool_calls: [] }, user],
      'message 1 has a list of no calls',
    ],
    ['answers every call', [user, calling('a'), user], 'call a has no result after it'],
    ['answers before anything else', [user, calling('a'), user, result('a')], 'result a has no call before it'],
    ['answers nothing that was not called', [user, result('a')], 'result a has no call before it'],
    ['answers once', [user, calling('a'), result('a'), result('a')], 'result a comes twice'],
    ['calls once by an id', [user, calling('a', 'a'), result('a')], 'call a is made twice'],
    [
      'calls by an id',
      [user, { role: 'assistant', tool_calls: [{ type: 'function' }] }],
      'a call of message 1 has no id',
    ],
  ])('[C4] %s', (_rule, messages, breach) => {
    expect(check(messages)).toContain(breach)
  })

  it('declares a tool once', () => {
    const tool = { type: 'function', function: { name: 'clock' } }
    expect(check([user], { tools: [tool, { type: 'openrouter:web_search' }] })).toEqual([])
    expect(check([user], { tools: [tool, tool] })).toEqual(['the tool clock is declared twice'])
  })

  it('[C14] marks four places at most', () => {
    const marked = { role: 'user', content: [{ type: 'text', text: 'x', cache_control: { type: 'ephemeral' } }] }
    expect(check(Array(4).fill(marked))).toEqual([])
    expect(check(Array(5).fill(marked))).toEqual(['5 places are marked for the cache, where 4 are taken'])
  })
})
