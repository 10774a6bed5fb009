import { hasToolCalls } from '@stet/history'
import type { Layer } from '../layer.ts'
import type { Note } from '../note.ts'
import { redraft } from '../redraft.ts'
import { withoutCalls } from '../to-plain.ts'

/** Before the last user message only what was said is sent, when the chat is set so (C4). From there on nothing is touched. */
export const previousCycles: Layer = {
  name: 'previous-cycles',
  apply: (draft, { settings }) => {
    if (settings.previousCycles === 'keep') return draft
    return redraft(draft, draft.current, (message, _content, index) => {
      if (draft.pinned.has(index)) return null
      if (message.role === 'tool-results') return { content: null, note: forgotten }
      if (message.role !== 'assistant' || !hasToolCalls(message)) return null
      const content = withoutCalls(message)
      return { content, note: content === null ? forgotten : trimmed }
    })
  },
}

const because = 'tool work before your last message is not sent again'
const forgotten: Note = { fate: 'forgotten', layer: 'previous-cycles', because }
const trimmed: Note = { fate: 'trimmed', layer: 'previous-cycles', because: `its calls are left out: ${because}` }
