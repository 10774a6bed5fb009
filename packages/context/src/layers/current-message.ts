import type { TextPart } from '@stet/history'
import type { AssembleInput } from '../draft/assemble-input.ts'
import { budgetOf } from '../draft/budget-of.ts'
import type { Draft, Note } from '../draft/draft.ts'
import { type Layer, redraft } from '../draft/layer.ts'
import { fixedTokens, sizeOf } from '../draft/size-of.ts'
import { MESSAGE_OVERHEAD } from '../tokens/estimate-tokens.ts'
import { SUMMARY_HEADING } from './checkpoint.ts'

/** Tokens that the shortest useful summary has, with a margin for how it joins its heading. */
const SHORTEST_SUMMARY = 40

/**
 * Replaces a current message that does not fit beside the system prompt, the tools and the summary by a note, when the summary covers it
 * (C10). The record keeps it whole. After `attachments`, whose notes and removed files change its size.
 */
export const currentMessage = {
  name: 'current-message',
  label: 'Long current message',
  apply: (draft, input) => {
    const { checkpoint, current } = draft
    if (checkpoint?.checkpoint.role !== 'summary' || checkpoint.coversIndex < current) return draft
    const room = roomBeside(draft, input)
    if (room < replacementTokens(input)) return draft
    return redraft(draft, ['user'], current + 1, (message, content, index) => {
      if (index !== current || message.role !== 'user') return null
      if (sizeOf(message, content, input.tokens) <= room) return null
      return {
        content: { form: 'plain', messageId: message.id, role: 'user', parts: [replacement], cacheMark: false },
        note: summarised,
      }
    })
  },
} as const satisfies Layer

/**
 * Tokens left for the current message beside the system prompt, the tools and a summary. A summary counts as at least the shortest one:
 * otherwise one that turns out shorter brings the message back, and compaction starts again.
 */
export function roomBeside(draft: Draft, input: AssembleInput): number {
  const summary = draft.system.find(({ kind }) => kind === 'summary')?.tokensAfter ?? 0
  const least = input.tokens.text(SUMMARY_HEADING) + SHORTEST_SUMMARY
  return budgetOf(input).budget - fixedTokens(draft) - Math.max(0, least - summary)
}

/** Tokens of the note that is sent instead. Where not even it fits, replacing the message does not help. */
export function replacementTokens({ tokens }: AssembleInput): number {
  return tokens.part(replacement) + MESSAGE_OVERHEAD
}

const replacement: TextPart = {
  kind: 'text',
  text: '<system-note>This message is too long to be sent. The summary in the system prompt holds what it says and asks.</system-note>',
}

const summarised: Note = { fate: 'summarised', because: 'it does not fit into a request, so its summary is sent' }
