import type { AssistantMessage, Message } from '@stet/history'
import { stepAround } from '../content/step-around.ts'
import { type Content, withoutCalls } from '../content/to-plain.ts'
import type { Draft } from '../draft/draft.ts'
import type { Decision } from '../draft/layer.ts'
import { exchangeMarker } from '../markers/marker.ts'

export interface Forgetting {
  readonly because: string
  /** Whether a marker replaces the exchange, by which it can be recalled (C23). */
  readonly isMarked: boolean
}

/** Takes the calls out of an answer, or the results of calls that are taken out; null for an answer that makes none. */
export function forgetExchange(
  draft: Draft,
  index: number,
  message: Message,
  content: Content,
  { because, isMarked }: Forgetting,
): Decision {
  if (message.role !== 'assistant') return { content: null, note: { fate: 'forgotten', because } }
  const left = withoutCalls(message, content)
  if (left === content) return null
  if (!isMarked) {
    if (left === null) return { content: null, note: { fate: 'forgotten', because } }
    return { content: left, note: { fate: 'trimmed', because: `its tool calls are left out, ${because}` } }
  }
  const marker = exchangeMarker({ answer: message, results: resultsAfter(draft, index) }, () =>
    saidAround(draft, index),
  )
  return {
    content: withMarker(message, left, marker),
    note: { fate: 'trimmed', because: `a marker replaces its tool calls, ${because}` },
  }
}

function withMarker({ id }: AssistantMessage, left: Content | null, marker: string): Content {
  const kept = left !== null && left !== 'whole' && left.form === 'plain' && left.role === 'assistant' ? left.parts : []
  const parts = [...kept, { kind: 'text' as const, text: marker }]
  return { form: 'plain', messageId: id, role: 'assistant', parts, cacheMark: false }
}

function resultsAfter({ messages }: Draft, index: number) {
  const { through } = stepAround(messages, index)
  return messages
    .slice(index + 1, through + 1)
    .flatMap(message => (message.role === 'tool-results' ? message.parts : []))
}

/** What the user and the model said in the cycle of a message. */
function saidAround({ messages, roles }: Draft, index: number): string {
  const from = Math.max(0, roles.lastIndexOf('user', index))
  const next = roles.indexOf('user', index)
  return messages
    .slice(from, next === -1 ? undefined : next)
    .flatMap(message =>
      message.role === 'user' || message.role === 'assistant'
        ? message.parts.flatMap(part => (part.kind === 'text' ? [part.text] : []))
        : [],
    )
    .join('\n')
}
