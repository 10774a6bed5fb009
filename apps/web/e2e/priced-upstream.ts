import type { WireReply, WireRequest } from '@stet/models/testing'
import { asProvider } from './upstream.ts'

/** What a scripted model says, and what it reports to have used; nothing where it tells no usage. */
export interface Said {
  readonly text: string
  readonly usage?: {
    readonly prompt_tokens: number
    readonly completion_tokens: number
    readonly [more: string]: unknown
  }
  /** How long each word takes. */
  readonly wordMs?: number
}

export type Asked = 'answer' | 'title' | 'summary'

/** Answers every request as told, by what it is for; all else as any provider does. */
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
  return body.includes('The conversation:\\n') ? 'summary' : 'answer'
}

const facts = { id: 'chatcmpl-1', created: 1, model: 'quill-large' }

function streamed({ text, usage, wordMs = 0 }: Said): WireReply {
  const chunk = (rest: object) =>
    `data: ${JSON.stringify({ ...facts, object: 'chat.completion.chunk', usage: null, ...rest })}\n\n`
  const words = text
    .split(/(?<= )/u)
    .flatMap(content => [
      chunk({ choices: [{ index: 0, delta: { content }, finish_reason: null }] }),
      ...(wordMs > 0 ? [{ waitMs: wordMs }] : []),
    ])
  return {
    headers: { 'content-type': 'text/event-stream' },
    body: [
      ...words,
      chunk({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }),
      ...(usage ? [chunk({ choices: [], usage })] : []),
      'data: [DONE]\n\n',
    ],
  }
}

function whole({ text, usage }: Said): WireReply {
  const choices = [{ index: 0, message: { role: 'assistant', content: text }, finish_reason: 'stop' }]
  return {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...facts, object: 'chat.completion', choices, ...(usage ? { usage } : {}) }),
  }
}
