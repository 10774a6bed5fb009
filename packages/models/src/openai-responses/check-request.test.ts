import type { Json } from '@stet/history'
import { describe, expect, it } from 'vitest'
import { checkRequest } from './check-request.ts'

const asked: Json = { role: 'user', content: [{ type: 'input_text', text: 'Hello?' }] }
const reasoning: Json = { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'sealed' }
const call: Json = { type: 'function_call', id: 'fc_1', call_id: 'call_1', name: 'look', arguments: '{}' }
const result: Json = { type: 'function_call_output', call_id: 'call_1', output: 'seen' }
const said: Json = { type: 'message', id: 'msg_1', role: 'assistant', content: [{ type: 'output_text', text: 'Hi.' }] }
const plain: Json = { role: 'assistant', content: [{ type: 'output_text', text: 'Hi.' }] }

const loose = 'the reasoning rs_1 goes without the item it precedes'

function look(name: string) {
  return { type: 'function', name, parameters: {}, strict: false } as const
}

describe('the rules of the Responses API', () => {
  it('[C7] takes calls with their results, and reasoning with what it led to', () => {
    const search: Json = { type: 'web_search_call', id: 'ws_1', status: 'completed' }
    const other: Json = { type: 'of_next_year', id: 'xy_1' }
    const input = [asked, reasoning, call, result, reasoning, search, reasoning, other, reasoning, said, asked]
    expect(checkRequest({ input, tools: [look('look'), { type: 'web_search' }] })).toEqual([])
  })

  it('[C7] takes a custom call with a result of its own kind', () => {
    const custom: Json = { type: 'custom_tool_call', call_id: 'call_1', name: 'sql', input: 'SELECT 1' }
    const answer: Json = { type: 'custom_tool_call_output', call_id: 'call_1', output: '1' }
    expect(checkRequest({ input: [asked, custom, answer] })).toEqual([])
    expect(checkRequest({ input: [asked, custom, result] })).toEqual(['result call_1 is no custom_tool_call_output'])
  })

  it.each<[string, readonly Json[], readonly string[]]>([
    ['nothing at all', [], ['the request says nothing']],
    ['a call without its result', [asked, call], ['call call_1 has no result']],
    ['a result without its call', [asked, result], ['result call_1 has no call before it']],
    ['a result before its call', [result, call], ['result call_1 has no call before it', 'call call_1 has no result']],
    ['a result twice', [call, result, result], ['result call_1 comes twice']],
    ['a call twice', [call, call, result], ['call call_1 is made twice']],
    [
      'an id used again later',
      [call, result, call, result],
      ['call call_1 is made twice', 'result call_1 comes twice', 'call call_1 has no result'],
    ],
    ['a call without id', [{ ...spread(call), call_id: '' }], ['a function_call has no id', 'call  has no result']],
    ['reasoning at the end', [asked, reasoning], [loose]],
    ['reasoning before the user', [asked, reasoning, asked], [loose]],
    ['reasoning before a result', [call, reasoning, result], [loose]],
    ['reasoning before an answer of another model', [asked, reasoning, plain], [loose]],
    ['reasoning before a developer', [reasoning, { type: 'message', role: 'developer', content: 'Be.' }], [loose]],
    ['a message without content', [{ role: 'user', content: [] }], ['message 0 is empty']],
    [
      'a blank text',
      [{ role: 'user', content: [{ type: 'input_text', text: ' \n' }] }],
      ['message 0 has a blank text'],
    ],
  ])('[C7] refuses %s', (_name, input, breaches) => {
    expect(checkRequest({ input })).toEqual(breaches)
  })

  it('[C7] refuses an id that is too long', () => {
    const id = 'c'.repeat(65)
    const input = [
      { ...spread(call), call_id: id },
      { ...spread(result), call_id: id },
    ]
    expect(checkRequest({ input })).toEqual([
      `the id ${id} is longer than 64 characters`,
      `the id ${id} is longer than 64 characters`,
    ])
  })

  it('[P2] refuses tools whose names it would, or that come twice', () => {
    const tools = [look('read file'), look('look'), look('look')]
    expect(checkRequest({ input: [asked], tools })).toEqual([
      'the tool "read file" has a name that is refused',
      'the tool look is declared twice',
    ])
  })

  it('[C7] asks nothing of the texts that the model wrote itself', () => {
    const blank: Json = { ...spread(said), content: [{ type: 'output_text', text: '' }] }
    expect(checkRequest({ input: [asked, blank, { ...spread(said), content: [] }] })).toEqual([])
  })
})

function spread(item: Json): { readonly [key: string]: Json } {
  return typeof item === 'object' && item !== null && !Array.isArray(item)
    ? Object.fromEntries(Object.entries(item))
    : {}
}
