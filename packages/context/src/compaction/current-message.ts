import type { TextPart } from '@stet/history'
import { budgetOf } from '../budget-of.ts'
import type { Layer } from '../layer.ts'
import type { Note } from '../note.ts'
import { redraft } from '../redraft.ts'
import { sizeOf } from '../size-of.ts'

/**
 * The current message is sent whole, unless it alone is larger than all that may be sent: then a summary that covers it stands for it,
 * and a note says so (C10). It stays whole in the record.
 */
export const currentMessage: Layer = {
  name: 'checkpoint',
  apply: (draft, input) => {
    const { checkpoint, current } = draft
    if (checkpoint?.checkpoint.role !== 'summary' || checkpoint.coversIndex < current) return draft
    const { budget } = budgetOf(input)
    return redraft(draft, ['user'], current + 1, (message, content, index) => {
      if (index !== current || message.role !== 'user') return null
      if (sizeOf(message, content, input.tokens) <= budget) return null
      return {
        content: { form: 'plain', messageId: message.id, role: 'user', parts: [standIn], cacheMark: false },
        note: summarised,
      }
    })
  },
}

const standIn: TextPart = {
  kind: 'text',
  text: '<system-note>This message is too long to be sent. The summary in the system prompt holds what it says and asks.</system-note>',
}

const summarised: Note = {
  fate: 'summarised',
  layer: 'checkpoint',
  because: 'it alone is larger than what may be sent: the summary stands for it',
}
