import type { WireReply, WireRequest, WireStep } from '@stet/models/testing'
import { type Gate, waitFor } from './tool-upstream.ts'
import { asProvider } from './upstream.ts'

/** What a scripted model says, and what it reports to have used; nothing where it reports no usage. */
export interface Said {
  readonly text: string
  readonly usage?: {
    readonly prompt_tokens: number
    readonly completion_tokens: number
    readonly [more: string]: unknown
  }
  /** What the answer waits for after its first word. */
  readonly gate?: Gate
}

export type Asked = 'answer' | 'title' | 'summary'

/** Answers every request as scripted, by its purpose; all else as any provider does. */
export function says(reply: (asked: Asked, request: WireRequest) => Said | WireReply) {
  return (request: WireRequest): WireReply => {
    if (!request.path.endsWith('/chat/completions')) return asProvider(request)
    const said = reply(askedFor(request.body), request)
    if (!('text' in said)) return said
    return request.body.includes('"stream":true') ? streamed(said) : whole(said)
  }
}

function askedFor(body: string): Asked {
  if (body.includes('Write a title for this conversation')) return 'title'
  return /The conversation(, part \d+ of \d+)?:\\n/.test(body) ? 'summary' : 'answer'
}

const facts = { id: 'chatcmpl-1', created: 1, model: 'quill-large' }

function streamed({ text, usage, gate }: Said): WireReply {
  const chunk = (rest: object) =>
    `data: ${JSON.stringify({ ...facts, object: 'chat.completion.chunk', usage: null, ...rest })}\n\n`
  function* body(): Generator<WireStep> {
    for (const [index, content] of text.split(/(?<= )/u).entries()) {
      if (index === 1) yield* waitFor(gate)
      yield chunk({ choices: [{ index: 0, delta: { content }, finish_reason: null }] })
    }
    yield chunk({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] })
    if (usage) yield chunk({ choices: [], usage })
    yield 'data: [DONE]\n\n'
  }
  return { headers: { 'content-type': 'text/event-stream' }, body: body() }
}

function whole({ text, usage }: Said): WireReply {
  const choices = [{ index: 0, message: { role: 'assistant', content: text }, finish_reason: 'stop' }]
  return {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...facts, object: 'chat.completion', choices, ...(usage ? { usage } : {}) }),
  }
}
