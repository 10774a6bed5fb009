import { withoutCalls } from '../content/to-plain.ts'
import type { Note } from '../draft/draft.ts'
import { type Decision, type Layer, redraft } from '../draft/layer.ts'

/** Leaves out tool calls and results before the last user message, except those that no model has read yet (C4). */
export const previousCycles = {
  name: 'previous-cycles',
  label: 'Earlier tool work',
  apply: (draft, { settings }) => {
    if (settings.previousCycles === 'keep') return draft
    return redraft(draft, ['assistant', 'tool-results'], draft.open, (message, content, index) => {
      if (draft.pinned.has(index)) return null
      if (message.role !== 'assistant') return gone
      const left = withoutCalls(message, content)
      if (left === content) return null
      return left === null ? gone : { content: left, note: trimmed }
    })
  },
} as const satisfies Layer

const because = 'tool results are sent only until your next message'
const gone: Decision = { content: null, note: { fate: 'forgotten', because } }
const trimmed: Note = { fate: 'trimmed', because: `its tool calls are left out, ${because}` }
