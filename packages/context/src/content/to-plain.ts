import type {
  AssistantMessage,
  AssistantPart,
  RequestMessage,
  ToolResultPart,
  ToolResultsMessage,
  UserMessage,
  UserPart,
} from '@stet/history'

/**
 * What is sent of a message. `whole` is the message as recorded, an answer in its native form. It is written out only at the end, because
 * most messages of a long chat are sent like that or not at all.
 */
export type Content = RequestMessage | 'whole'

export type PlainAnswer = Extract<RequestMessage, { form: 'plain'; role: 'assistant' }>

/** The parts of an answer that are still sent. */
export function answerPartsIn(message: AssistantMessage, content: Content): readonly AssistantPart[] {
  return content !== 'whole' && content.form === 'plain' && content.role === 'assistant' ? content.parts : message.parts
}

/** The parts of a user message that are still sent. */
export function userPartsIn(message: UserMessage, content: Content): readonly UserPart[] {
  return content !== 'whole' && content.role === 'user' ? content.parts : message.parts
}

/** The results that are still sent. */
export function resultsIn(message: ToolResultsMessage, content: Content): readonly ToolResultPart[] {
  return content !== 'whole' && content.role === 'tool-results' ? content.parts : message.parts
}

/** An answer made from its parts: without reasoning, errors and the provider's own ids, which mean nothing to another model (C7). */
export function toPlain({ id, parts }: AssistantMessage): PlainAnswer {
  return plainAnswer(id, plainParts(parts, 'with-calls'))
}

/** What is left of an answer without its calls: `content` itself when it makes none, null when nothing is left to send. */
export function withoutCalls(message: AssistantMessage, content: Content): Content | null {
  const parts = answerPartsIn(message, content)
  if (!makesCalls(parts)) return content
  const left = plainParts(parts, 'without-calls')
  return saysSomething(left) ? plainAnswer(message.id, left) : null
}

function plainAnswer(messageId: PlainAnswer['messageId'], parts: readonly AssistantPart[]): PlainAnswer {
  return { form: 'plain', messageId, role: 'assistant', parts, cacheMark: false }
}

type Calls = 'with-calls' | 'without-calls'

// The same array each time: fingerprints are remembered by it, and reading a full window again for them takes milliseconds.
const remembered: Readonly<Record<Calls, WeakMap<readonly AssistantPart[], readonly AssistantPart[]>>> = {
  'with-calls': new WeakMap(),
  'without-calls': new WeakMap(),
}

function plainParts(parts: readonly AssistantPart[], calls: Calls): readonly AssistantPart[] {
  const before = remembered[calls].get(parts)
  if (before !== undefined) return before
  const plain = withoutUnplain(parts, calls)
  remembered[calls].set(parts, plain)
  return plain
}

function withoutUnplain(parts: readonly AssistantPart[], calls: Calls): readonly AssistantPart[] {
  const plain: AssistantPart[] = []
  for (const part of parts) {
    switch (part.kind) {
      case 'reasoning':
      case 'provider-call':
      case 'error':
        break
      case 'tool-call':
        if (calls === 'with-calls') plain.push(part.providerCallId === null ? part : { ...part, providerCallId: null })
        break
      case 'text':
      case 'file':
      case 'source':
        plain.push(part)
    }
  }
  return plain
}

/** Whether there is anything to send: providers refuse a message of only reasoning, sources or errors. */
export function saysSomething(parts: readonly AssistantPart[]): boolean {
  for (const part of parts) if (says(part)) return true
  return false
}

function says(part: AssistantPart): boolean {
  switch (part.kind) {
    case 'text':
      return !isBlank(part.text)
    case 'tool-call':
    case 'file':
      return true
    case 'reasoning':
    case 'provider-call':
    case 'source':
    case 'error':
      return false
  }
}

/** Not `trim()`, which copies the whole text; most texts begin with a letter. */
export function isBlank(text: string): boolean {
  const first = text.charCodeAt(0)
  return !(first > 0x20 && first < 0x7f) && !/\S/.test(text)
}

/** Calls come last, so the search starts at the end. */
function makesCalls(parts: readonly AssistantPart[]): boolean {
  for (let index = parts.length - 1; index >= 0; index -= 1) if (parts[index]?.kind === 'tool-call') return true
  return false
}
