import type { ModelRequest, RequestMessage, SystemBlock } from '@stet/history'
import { contentAt } from './content-at.ts'
import type { Draft } from './draft.ts'

/** What is sent of a finished draft. */
export function toRequest(draft: Draft, tools: ModelRequest['tools']): ModelRequest {
  const system: SystemBlock[] = []
  for (const { text, cacheMark } of draft.system) if (text !== null) system.push({ text, cacheMark })
  const messages: RequestMessage[] = []
  if (draft.opening !== null && draft.opening.text !== null) {
    const parts = [{ kind: 'text' as const, text: draft.opening.text }]
    messages.push({ form: 'plain', messageId: null, role: 'user', parts, cacheMark: false })
  }
  for (let index = 0; index < draft.contents.length; index += 1) {
    const content = contentAt(draft, index)
    if (content !== null) messages.push(content)
  }
  return { system, messages, tools }
}
