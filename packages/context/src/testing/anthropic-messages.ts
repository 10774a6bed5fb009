import { texts } from '@stet/history/testing'
import fc from 'fast-check'
import { saidTexts } from './openai-messages.ts'

export interface TestedAnthropicMessage {
  readonly role: 'user' | 'assistant'
  readonly content: string | readonly TestedAnthropicBlock[]
}

/** A block as the Messages API has it, with fields that no converter reads. */
export interface TestedAnthropicBlock {
  readonly type: string
  readonly [field: string]: unknown
}

/** Conversations that the user begins, roles in turn, in which every call has its result. */
export function anthropicMessages(): fc.Arbitrary<readonly TestedAnthropicMessage[]> {
  return fc
    .array(
      fc.record({
        user: fc.oneof(saidTexts(), fc.array(userBlocks(), { minLength: 1, maxLength: 3 })),
        steps: fc.array(steps(), { maxLength: 2 }),
        answer: answers(),
      }),
      { minLength: 1, maxLength: 5 },
    )
    .map(cycles =>
      withCallIds(
        cycles.flatMap(({ user, steps: made, answer }): TestedAnthropicMessage[] => [
          { role: 'user', content: user },
          ...made.flat(),
          { role: 'assistant', content: answer },
        ]),
      ),
    )
}

function textBlocks(): fc.Arbitrary<TestedAnthropicBlock> {
  return fc.record({ type: fc.constant('text'), text: saidTexts() })
}

function userBlocks(): fc.Arbitrary<TestedAnthropicBlock> {
  return fc.oneof(
    textBlocks(),
    fc.constantFrom<TestedAnthropicBlock[]>(
      { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgo=' } },
      { type: 'image', source: { type: 'file', file_id: 'file_abc' } },
      { type: 'document', source: { type: 'url', url: 'https://example.org/a.pdf' }, citations: { enabled: true } },
      { type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'A text.' }, title: 'Notes' },
      { type: 'search_result', source: 'https://example.org', title: 'A page', content: [{ type: 'text', text: 'x' }] },
    ),
  )
}

function thinking(): fc.Arbitrary<readonly TestedAnthropicBlock[]> {
  return fc.array(
    fc.oneof<fc.Arbitrary<TestedAnthropicBlock>[]>(
      fc.record({ type: fc.constant('thinking'), thinking: texts(), signature: fc.base64String() }),
      fc.record({ type: fc.constant('redacted_thinking'), data: fc.base64String() }),
    ),
    { maxLength: 2 },
  )
}

function answers(): fc.Arbitrary<TestedAnthropicMessage['content']> {
  const blocks = fc
    .tuple(thinking(), fc.array(textBlocks(), { minLength: 1, maxLength: 2 }))
    .map(([thoughts, said]) => [...thoughts, ...said])
  const searched: readonly TestedAnthropicBlock[] = [
    { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: { query: 'cats' } },
    { type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content: [] },
    { type: 'text', text: 'Cats.', citations: [{ type: 'web_search_result_location', url: 'https://example.org' }] },
  ]
  return fc.oneof(saidTexts(), blocks, fc.constant(searched))
}

/** An answer with calls, and the results of all of them with what the user said beside them. */
function steps(): fc.Arbitrary<readonly TestedAnthropicMessage[]> {
  const result = fc.record({
    content: fc.oneof(texts(), fc.array(textBlocks(), { maxLength: 2 })),
    is_error: fc.boolean(),
  })
  const input = fc.dictionary(fc.string({ maxLength: 4 }), fc.jsonValue(), { maxKeys: 2, noNullPrototype: true })
  return fc
    .record({
      thoughts: thinking(),
      said: fc.array(textBlocks(), { maxLength: 1 }),
      calls: fc.array(fc.record({ input, result }), { minLength: 1, maxLength: 3 }),
      beside: fc.array(textBlocks(), { maxLength: 1 }),
    })
    .map(({ thoughts, said, calls, beside }) => [
      {
        role: 'assistant',
        content: [
          ...thoughts,
          ...said,
          ...calls.map(call => ({ type: 'tool_use', id: '', name: 'look_up', input: call.input })),
        ],
      },
      {
        role: 'user',
        content: [...calls.map(call => ({ type: 'tool_result', tool_use_id: '', ...call.result })), ...beside],
      },
    ])
}

function withCallIds(messages: readonly TestedAnthropicMessage[]): readonly TestedAnthropicMessage[] {
  let calls = 0
  let results = 0
  return messages.map(({ role, content }) => {
    if (typeof content === 'string') return { role, content }
    const numbered = content.map(block => {
      if (block.type === 'tool_use') {
        calls += 1
        return { ...block, id: `toolu_${calls}` }
      }
      if (block.type !== 'tool_result') return block
      results += 1
      return { ...block, tool_use_id: `toolu_${results}` }
    })
    return { role, content: numbered }
  })
}
