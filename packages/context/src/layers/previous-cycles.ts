import type { Layer } from '../layer.ts'
import type { Note } from '../note.ts'
import { type Decision, redraft } from '../redraft.ts'
import { withoutCalls } from '../to-plain.ts'

/** Before the last user message only what was said is sent, when the chat is set so (C4). From there on nothing is touched. */
export const previousCycles: Layer = {
  name: 'previous-cycles',
  apply: (draft, { settings }) => {
    if (settings.previousCycles === 'keep') return draft
    return redraft(draft, ['assistant', 'tool-results'], draft.current, (message, content, index) => {
      if (content !== 'whole' || draft.pinned.has(index)) return null
      if (draft.roles[index] === 'tool-results') return gone
      const left = message.role === 'assistant' ? withoutCalls(message) : 'whole'
      if (left === 'whole') return null
      return left === null ? gone : { content: left, note: trimmed }
    })
  },
}

const because = 'tool work before your last message is not sent again'
const gone: Decision = { content: null, note: { fate: 'forgotten', layer: 'previous-cycles', because } }
const trimmed: Note = { fate: 'trimmed', layer: 'previous-cycles', because: `its calls are left out: ${because}` }
