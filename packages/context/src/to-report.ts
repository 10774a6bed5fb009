import type { AssembleInput } from './assemble-input.ts'
import type { Draft } from './draft.ts'
import type { Report } from './report.ts'
import { MESSAGE_OVERHEAD } from './token-counts.ts'

export function toReport(draft: Draft, { tokens }: AssembleInput): Report {
  const messages = draft.messages.map(({ message, content, note }) => {
    if (note === null) throw new Error(`no layer decided about ${message.id}, a ${message.role}`)
    const tokensBefore = tokens.message(message) + MESSAGE_OVERHEAD
    const tokensAfter = content === null ? 0 : tokensBefore
    const { id: messageId, role } = message
    return { messageId, role, ...note, form: content?.form ?? null, tokensBefore, tokensAfter, cached: false }
  })
  const total = messages.reduce((sum, { tokensAfter }) => sum + tokensAfter, 0)
  return {
    earlier: null,
    messages,
    opening: null,
    system: [],
    tools: [],
    budget: {
      maximum: 8192,
      maximumFrom: 'assumed',
      reserved: 512,
      budget: 7680,
      used: { prompt: 0, documents: 0, summary: 0, tools: 0, messages: total, total },
    },
    cache: { prefixTokens: 0, sharedTokens: null, movedBy: null },
  }
}
