import { startWireServer, type WireReply, type WireRequest, type WireServer, type WireStep } from '@stet/models/testing'

/** The text that makes the scripted model write a piece and then hang until the server is killed. */
export const HANGS = 'Write until you are cut off.'
/** The to-do item on which the tool hangs (see `make.ts`). */
export const HANGING_ITEM = 'Wait for ever'

const todo = (text: string) => JSON.stringify({ todos: [{ text, state: 'pending' }] })

/** Speaks Chat Completions and Anthropic's Messages, and answers by what the last user message says. */
export async function startScriptedProvider(port: number): Promise<WireServer> {
  const server = await startWireServer(port)
  server.reply(request => {
    if (request.path.includes('/messages')) return anthropic(request)
    if (request.path.includes('/models')) return models(request)
    return chatCompletions(request)
  })
  return server
}

function models({ headers }: WireRequest): WireReply {
  if (headers['x-api-key'] !== undefined) {
    const facts = { type: 'model', created_at: '2026-01-01T00:00:00Z', max_input_tokens: 200_000, max_tokens: 64_000 }
    return json({ data: [{ ...facts, id: 'claude-sonnet-4-6', display_name: 'Claude Sonnet 4.6' }], has_more: false })
  }
  const pricing = { prompt: '0.00000025', completion: '0.00000125', input_cache_read: '0.000000025' }
  const large = { id: 'quill-large', name: 'Quill Large', context_length: 131_072, pricing }
  const tiny = { id: 'quill-tiny', name: 'Quill Tiny', context_length: 2_000 }
  return json({ data: [large, tiny] })
}

function json(body: object, status = 200): WireReply {
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
}

interface Said {
  readonly thought?: string
  readonly text?: string
  readonly tool?: { readonly name: string; readonly input: string }
  readonly hangs?: boolean
}

/** What is said depends on the words of the request alone, so that a data folder can be made again. */
function reply(lastUserText: string, endsWithResult: boolean, whole: string): Said | 'failed' {
  if (whole.includes('Write a title for this conversation')) return { text: 'Harbour walls' }
  if (whole.includes('The conversation:\\n') && whole.includes('FAIL THE SUMMARY')) return 'failed'
  if (whole.includes('The conversation:\\n')) return { text: 'The user builds a harbour wall of granite.' }
  if (endsWithResult) return { text: 'The list is written.' }
  if (lastUserText.includes(HANGS)) return { text: 'This much arrived. ', hangs: true }
  const call = /^Call (\S+) with (.+)$/m.exec(lastUserText)
  if (call?.[1] !== undefined && call[2] !== undefined) {
    return { text: 'I call a tool.', tool: { name: call[1], input: call[2] === 'an item' ? todo('Granite') : call[2] } }
  }
  if (lastUserText.includes('Think')) return { thought: 'Granite or brick? Granite lasts.', text: 'Granite.' }
  return { text: `You said: ${lastUserText.slice(0, 60)}` }
}

function chatCompletions({ body }: WireRequest): WireReply {
  const { messages, stream } = JSON.parse(body) as { messages: { role: string; content: unknown }[]; stream?: boolean }
  const said = reply(textOf(messages.findLast(({ role }) => role === 'user')), messages.at(-1)?.role === 'tool', body)
  if (said === 'failed') return json({ error: { message: 'The model is not in the mood.' } }, 400)
  const facts = { id: 'chatcmpl-1', created: 1, model: 'quill-large' }
  const usage = { prompt_tokens: 40 + Math.round(body.length / 10), completion_tokens: 12 }
  const calls = said.tool && [
    { index: 0, id: 'call_abc', type: 'function', function: { name: said.tool.name, arguments: said.tool.input } },
  ]
  const finish_reason = calls ? 'tool_calls' : 'stop'
  if (stream !== true) {
    const message = { role: 'assistant', content: said.text, ...(calls ? { tool_calls: calls } : {}) }
    return json({ ...facts, object: 'chat.completion', choices: [{ index: 0, message, finish_reason }], usage })
  }
  const chunk = (rest: object) => event({ ...facts, object: 'chat.completion.chunk', usage: null, ...rest })
  const delta = (part: object, end: string | null = null) =>
    chunk({ choices: [{ index: 0, delta: part, finish_reason: end }] })
  const steps: WireStep[] = [
    ...(said.thought ? [delta({ reasoning_content: said.thought })] : []),
    ...(said.text ?? '').split(/(?<= )/).map(content => delta({ content })),
    ...(calls ? [delta({ tool_calls: calls })] : []),
  ]
  const end: WireStep[] = [delta({}, finish_reason), chunk({ choices: [], usage }), 'data: [DONE]\n\n']
  return eventStream([...steps, ...(said.hangs ? (['hang'] as const) : end)])
}

function anthropic({ body }: WireRequest): WireReply {
  const { messages } = JSON.parse(body) as { messages: { role: string; content: unknown }[] }
  const last = messages.findLast(({ role }) => role === 'user')
  const said = reply(textOf(last), JSON.stringify(last).includes('"tool_result"'), body)
  if (said === 'failed') return json({ type: 'error', error: { type: 'invalid_request_error', message: 'No.' } }, 400)
  const blocks = [
    ...(said.thought
      ? [
          { type: 'thinking', thinking: '', signature: '' },
          { type: 'thinking_delta', thinking: said.thought },
          { type: 'signature_delta', signature: 'c2lnbmVkIGJ5IHRoZSBzY3JpcHQ=' },
        ]
      : []),
    ...(said.text
      ? [
          { type: 'text', text: '' },
          { type: 'text_delta', text: said.text },
        ]
      : []),
    ...(said.tool
      ? [
          { type: 'tool_use', id: 'toolu_01', name: said.tool.name, input: {} },
          { type: 'input_json_delta', partial_json: said.tool.input },
        ]
      : []),
  ]
  let index = -1
  const steps: string[] = []
  const stop = () => (index < 0 ? [] : [event({ type: 'content_block_stop', index })])
  for (const block of blocks) {
    if (block.type.endsWith('_delta')) steps.push(event({ type: 'content_block_delta', index, delta: block }))
    else {
      steps.push(...stop())
      index += 1
      steps.push(event({ type: 'content_block_start', index, content_block: block }))
    }
  }
  const usage = { input_tokens: 30, cache_read_input_tokens: 1200, cache_creation_input_tokens: 90, output_tokens: 1 }
  const message = { id: 'msg_01', type: 'message', role: 'assistant', model: 'claude-sonnet-4-6', content: [] }
  return eventStream([
    event({ type: 'message_start', message: { ...message, stop_reason: null, stop_sequence: null, usage } }),
    ...steps,
    ...stop(),
    event({
      type: 'message_delta',
      delta: { stop_reason: said.tool ? 'tool_use' : 'end_turn', stop_sequence: null },
      usage: { ...usage, output_tokens: 25 },
    }),
    event({ type: 'message_stop' }),
  ])
}

function event(value: object): string {
  const name = 'type' in value ? `event: ${String(value.type)}\n` : ''
  return `${name}data: ${JSON.stringify(value)}\n\n`
}

function eventStream(body: readonly WireStep[]): WireReply {
  return { headers: { 'content-type': 'text/event-stream' }, body }
}

/** The content of a message is text, or a list of blocks. */
function textOf(message: { readonly content: unknown } | undefined): string {
  const content = message?.content ?? ''
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return content.flatMap((block: { text?: string }) => (block.text === undefined ? [] : [block.text])).join('\n')
}
