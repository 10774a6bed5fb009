import type { AssistantMessage, AssistantPart, RequestMessage } from '@stet/history'

/** An answer from its parts: without reasoning, errors and the provider's own ids, which mean nothing to another model (C7). */
export function toPlain({
  id,
  parts,
}: AssistantMessage): Extract<RequestMessage, { form: 'plain'; role: 'assistant' }> {
  return { form: 'plain', messageId: id, role: 'assistant', parts: parts.flatMap(toPlainPart), cacheMark: false }
}

function toPlainPart(part: AssistantPart): readonly AssistantPart[] {
  switch (part.kind) {
    case 'reasoning':
    case 'error':
      return []
    case 'tool-call':
      return [{ ...part, providerCallId: null }]
    case 'text':
    case 'file':
    case 'source':
      return [part]
  }
}

/** Whether an answer says something to a model: reasoning, sources or an error alone are no message that a provider takes. */
export function saysSomething(parts: readonly AssistantPart[]): boolean {
  return parts.some(says)
}

function says(part: AssistantPart): boolean {
  switch (part.kind) {
    case 'text':
      return part.text.trim() !== ''
    case 'tool-call':
    case 'file':
      return true
    case 'reasoning':
    case 'source':
    case 'error':
      return false
  }
}
