import type { AssistantMessage, AssistantPart, RequestMessage } from '@stet/history'

export type PlainAnswer = Extract<RequestMessage, { form: 'plain'; role: 'assistant' }>

/** An answer from its parts: without reasoning, errors and the provider's own ids, which mean nothing to another model (C7). */
export function toPlain({ id, parts }: AssistantMessage): PlainAnswer {
  return plainAnswer(id, plainParts(parts, 'with-calls'))
}

/** The same without its calls: `whole` when it makes none, null when nothing is left that says something to a model. */
export function withoutCalls({ id, parts }: AssistantMessage): PlainAnswer | 'whole' | null {
  if (!makesCalls(parts)) return 'whole'
  const left = plainParts(parts, 'without-calls')
  return saysSomething(left) ? plainAnswer(id, left) : null
}

function plainAnswer(messageId: PlainAnswer['messageId'], parts: readonly AssistantPart[]): PlainAnswer {
  return { form: 'plain', messageId, role: 'assistant', parts, cacheMark: false }
}

function plainParts(parts: readonly AssistantPart[], calls: 'with-calls' | 'without-calls'): readonly AssistantPart[] {
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

/** Whether an answer says something to a model: reasoning, sources or an error alone are no message that a provider takes. */
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

/** Not `trim()`, which copies a text of any length to see that it is not blank; most begin with a letter. */
export function isBlank(text: string): boolean {
  const first = text.charCodeAt(0)
  return !(first > 0x20 && first < 0x7f) && !/\S/.test(text)
}

/** Calls come last, so the search begins there. */
function makesCalls(parts: readonly AssistantPart[]): boolean {
  for (let index = parts.length - 1; index >= 0; index -= 1) if (parts[index]?.kind === 'tool-call') return true
  return false
}
