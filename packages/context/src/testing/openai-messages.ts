import { texts } from '@stet/history/testing'
import fc from 'fast-check'

/** A message as Chat Completions has it, with fields that no converter reads. */
export interface TestedOpenAiMessage {
  readonly role: 'system' | 'developer' | 'user' | 'assistant' | 'tool'
  readonly content: string | null | readonly TestedOpenAiPart[]
  readonly name?: string
  readonly refusal?: string | null
  readonly reasoning_content?: string
  readonly tool_calls?: readonly {
    readonly id: string
    readonly type: string
    readonly function: { readonly name: string; readonly arguments: string }
  }[]
  readonly tool_call_id?: string
}

export type TestedOpenAiPart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image_url'; readonly image_url: { readonly url: string; readonly detail: string } }
  | { readonly type: 'file'; readonly file: { readonly file_id: string } }
  | { readonly type: 'video_url'; readonly video_url: string }

/** Text that says something, any Unicode. */
export function saidTexts(): fc.Arbitrary<string> {
  return texts().map(text => `said: ${text}`)
}

/** Conversations that the user begins and in which every call has its result. */
export function openAiMessages(): fc.Arbitrary<readonly TestedOpenAiMessage[]> {
  return fc
    .tuple(
      fc.array(systemMessages(), { maxLength: 2 }),
      userMessages(),
      fc.array(fc.oneof(steps(), fc.tuple(userMessages()), fc.tuple(systemMessages())), { maxLength: 12 }),
    )
    .map(([system, first, rest]) => [...system, first, ...withCallIds(rest.flat())])
}

function systemMessages(): fc.Arbitrary<TestedOpenAiMessage> {
  return fc.record({ role: fc.constantFrom('system', 'developer'), content: saidTexts() })
}

function userMessages(): fc.Arbitrary<TestedOpenAiMessage> {
  const part = fc.oneof<fc.Arbitrary<TestedOpenAiPart>[]>(
    fc.record({ type: fc.constant('text'), text: saidTexts() }),
    fc.constantFrom(
      { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgo=', detail: 'high' } },
      { type: 'image_url', image_url: { url: 'https://example.org/cat.png', detail: 'low' } },
      { type: 'file', file: { file_id: 'file-abc' } },
      { type: 'video_url', video_url: 'https://example.org/cat.mp4' },
    ),
  )
  return fc.oneof(
    fc.record({ role: fc.constant('user'), content: saidTexts() }),
    fc.record({ role: fc.constant('user'), content: saidTexts(), name: fc.constant('ada') }),
    fc.record({ role: fc.constant('user'), content: fc.array(part, { minLength: 1, maxLength: 3 }) }),
  )
}

/** An answer, or an answer with calls and all their results. */
function steps(): fc.Arbitrary<readonly TestedOpenAiMessage[]> {
  const reasoning = fc.option(saidTexts(), { nil: undefined })
  const result = fc.oneof(
    texts(),
    fc.array(fc.record({ type: fc.constant('text' as const), text: texts() }), { maxLength: 2 }),
  )
  const answer = fc
    .record({ content: saidTexts(), reasoning })
    .map(({ content, reasoning: thought }) => [answerOf(content, thought)])
  const calls = fc
    .record({
      content: fc.oneof(fc.constant(null), saidTexts()),
      reasoning,
      calls: fc.array(fc.record({ input: fc.oneof(fc.json(), fc.constant('{"broken')), result }), {
        minLength: 1,
        maxLength: 3,
      }),
    })
    .map(({ content, reasoning: thought, calls: made }) => [
      {
        ...answerOf(content, thought),
        tool_calls: made.map(({ input }) => ({
          id: '',
          type: 'function',
          function: { name: 'look_up', arguments: input },
        })),
      },
      ...made.map(
        ({ result: content }): TestedOpenAiMessage => ({ role: 'tool', tool_call_id: '', content, name: 'look_up' }),
      ),
    ])
  return fc.oneof(answer, calls)
}

function answerOf(content: string | null, thought: string | undefined): TestedOpenAiMessage {
  const answer = { role: 'assistant', content, refusal: null } as const
  return thought === undefined ? answer : { ...answer, reasoning_content: thought }
}

/** Numbers the calls, and the results behind them alike. */
function withCallIds(messages: readonly TestedOpenAiMessage[]): readonly TestedOpenAiMessage[] {
  let calls = 0
  let results = 0
  return messages.map(message => {
    if (message.role === 'tool') {
      results += 1
      return { ...message, tool_call_id: `call_${results}` }
    }
    if (message.tool_calls === undefined) return message
    const numbered = message.tool_calls.map(call => {
      calls += 1
      return { ...call, id: `call_${calls}` }
    })
    return { ...message, tool_calls: numbered }
  })
}
