import type { TextPart } from '@stet/history'
import { budgetOf } from '../draft/budget-of.ts'
import type { Note } from '../draft/draft.ts'
import { type Layer, redraft } from '../draft/layer.ts'
import { sizeOf } from '../draft/size-of.ts'

/**
 * Replaces a current message that alone is larger than the budget by a note, when a summary covers it (C10). The record keeps it whole.
 * After `attachments`, whose notes and removed files change its size.
 */
export const currentMessage = {
  name: 'current-message',
  label: 'Long current message',
  apply: (draft, input) => {
    const { checkpoint, current } = draft
    if (checkpoint?.checkpoint.role !== 'summary' || checkpoint.coversIndex < current) return draft
    const { budget } = budgetOf(input)
    return redraft(draft, ['user'], current + 1, (message, content, index) => {
      if (index !== current || message.role !== 'user') return null
      if (sizeOf(message, content, input.tokens) <= budget) return null
      return {
        content: { form: 'plain', messageId: message.id, role: 'user', parts: [replacement], cacheMark: false },
        note: summarised,
      }
    })
  },
} as const satisfies Layer

const replacement: TextPart = {
  kind: 'text',
  text: '<system-note>This message is too long to be sent. The summary in the system prompt holds what it says and asks.</system-note>',
}

const summarised: Note = { fate: 'summarised', because: 'it is larger than a whole request, so its summary is sent' }
