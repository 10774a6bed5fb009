import type { Locator, Page } from '@playwright/test'
import type { ChatId, ToolChoice } from '@stet/api/client'
import type { WireReply, WireRequest, WireServer, WireStep } from '@stet/models/testing'
import { clientOf } from './inspector-page.ts'
import { addProvider, asProvider } from './upstream.ts'

/** A call as a model makes it: the tool, and its arguments to the letter. */
export interface AskedCall {
  readonly tool: string
  readonly input: string
}

export const todo: AskedCall = {
  tool: 'write_todo',
  input: JSON.stringify({
    todos: [
      { text: 'Read the tide table', state: 'completed' },
      { text: 'Measure the harbour wall', state: 'in_progress' },
      { text: 'Order granite', state: 'pending' },
    ],
  }),
}

export interface Script {
  readonly calls: readonly AskedCall[]
  readonly says?: string
  readonly finish?: 'tool_calls' | 'length'
  /** What it waits for between what it says and the calls. */
  readonly gate?: Gate
}

/** Answers the user with calls, and their results in words. */
export function callsTools({
  calls,
  says = 'I write the steps down.',
  finish = 'tool_calls',
  gate = openGate(),
}: Script) {
  return (request: WireRequest): WireReply => {
    if (!request.path.endsWith('/chat/completions') || !request.body.includes('"stream":true'))
      return asProvider(request)
    const { messages } = JSON.parse(request.body) as { messages: readonly { role: string; content: unknown }[] }
    const last = messages.at(-1)
    if (last?.role === 'tool') return toStream(words(`The tool said: ${String(last.content)}`), 'stop')
    if (messages.some(({ role }) => role === 'tool')) return toStream(words('I continue without it.'), 'stop')
    const asked = calls.map(({ tool, input }, index) => ({
      index,
      id: `call_${index}`,
      type: 'function',
      function: { name: tool, arguments: input },
    }))
    return toStream([{ content: says }, gate, { tool_calls: asked }], finish)
  }
}

/** Makes one call after the other, each in a step of its own, and then says that it is done. */
export function callsInTurn(
  calls: readonly AskedCall[],
  { gate = openGate(), says = 'Everything was tried.' }: { readonly gate?: Gate; readonly says?: string } = {},
) {
  return (request: WireRequest): WireReply => {
    if (!request.path.endsWith('/chat/completions') || !request.body.includes('"stream":true'))
      return asProvider(request)
    const { messages } = JSON.parse(request.body) as { messages: readonly { role: string }[] }
    // Images of a result come in a message of their own after it.
    const lastAsked = messages.findLastIndex(({ role }, at) => role === 'user' && messages[at - 1]?.role !== 'tool')
    const made = messages.slice(lastAsked).filter(({ role }) => role === 'tool').length
    const next = calls[made]
    if (next === undefined) return toStream([gate, ...words(says)], 'stop')
    const call = {
      index: 0,
      id: `call_${made}`,
      type: 'function',
      function: { name: next.tool, arguments: next.input },
    }
    return toStream([{ content: `Now ${next.tool}.` }, { tool_calls: [call] }], 'tool_calls')
  }
}

/** The chat gives a task to a sub-agent, which makes these calls in turn, or answers with the given function. */
export function delegates(task: object, does: readonly AskedCall[] | ((request: WireRequest) => WireReply)) {
  const parent = callsInTurn([{ tool: 'minion', input: JSON.stringify(task) }])
  const child = typeof does === 'function' ? does : callsInTurn(does)
  return (request: WireRequest): WireReply =>
    request.body.includes('"name":"minion"') ? parent(request) : child(request)
}

/** Writes words, one after the other, until the gate is opened. */
export function writesUntil(gate: Gate) {
  return (request: WireRequest): WireReply => {
    if (!request.path.endsWith('/chat/completions') || !request.body.includes('"stream":true'))
      return asProvider(request)
    return toStream([{ content: 'Up to here. ' }, gate, { content: 'From here on.' }], 'stop')
  }
}

/** Closed, it holds an answer back at its place; the answers that come after it was opened go straight through. */
export interface Gate {
  readonly isOpen: () => boolean
  readonly open: () => void
}

export function closedGate(): Gate {
  let opened = false
  return {
    isOpen: () => opened,
    open() {
      opened = true
    },
  }
}

export function* waitFor(gate: Gate | undefined): Generator<WireStep> {
  while (gate?.isOpen() === false) yield { waitMs: 20 }
}

function openGate(): Gate {
  return { isOpen: () => true, open: () => undefined }
}

type Delta = { readonly content: string } | { readonly tool_calls: readonly object[] } | Gate

function words(text: string): readonly Delta[] {
  return text.split(/(?<= )/).map(content => ({ content }))
}

function toStream(deltas: readonly Delta[], finish: string): WireReply {
  return { headers: { 'content-type': 'text/event-stream' }, body: stepsOf(deltas, finish) }
}

function* stepsOf(deltas: readonly Delta[], finish: string): Generator<WireStep> {
  for (const delta of deltas) {
    if ('isOpen' in delta) yield* waitFor(delta)
    else yield chunk([{ index: 0, delta, finish_reason: null }])
  }
  yield chunk([{ index: 0, delta: {}, finish_reason: finish }])
  yield chunk([], { prompt_tokens: 12, completion_tokens: 5 })
  yield 'data: [DONE]\n\n'
}

function chunk(choices: readonly object[], usage: object | null = null): string {
  const facts = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: 'quill-large' }
  return `data: ${JSON.stringify({ ...facts, choices, usage })}\n\n`
}

/** A chat that offers these tools, its page open. */
export async function openToolChat(
  page: Page,
  { address, upstream, tools }: { address: string; upstream: WireServer; tools: readonly ToolChoice[] },
): Promise<ChatId> {
  await addProvider(address, upstream)
  const client = clientOf(address)
  const { id } = await client.createChat()
  await client.changeTools(id, { tools })
  await page.goto(`/chats/${id}`)
  return id
}

export function offers(policy: ToolChoice['policy'], name = 'write_todo'): ToolChoice {
  return { name, policy, options: {} }
}

/** The card of a call that waits for the user. */
export function approvalCard(page: Page, title: string): Locator {
  return page.getByRole('region', { name: new RegExp(`^${title}.*needs approval`) })
}
