import { turnAges } from '@stet/history'
import type { Layer } from '../layer.ts'
import type { Note } from '../note.ts'
import { type Decision, redraft } from '../redraft.ts'
import { withoutCalls } from '../to-plain.ts'

/**
 * Calls and their results are forgotten together once more conclusions have followed than the setting says (C3). The current cycle
 * is not touched: a provider refuses the open exchange when its calls are edited.
 */
export const toolMemory: Layer = {
  name: 'tool-memory',
  apply: (draft, { settings }) => {
    if (settings.toolMemory.mode === 'always') return draft
    const { afterConclusions } = settings.toolMemory
    const because = becauseOf(afterConclusions)
    const gone: Decision = { content: null, note: { fate: 'forgotten', layer: 'tool-memory', because } }
    const trimmed: Note = { fate: 'trimmed', layer: 'tool-memory', because: `its calls are left out: ${because}` }
    const ages = turnAges(draft.messages)
    return redraft(draft, ['assistant', 'tool-results'], draft.current, (message, _content, index) => {
      if ((ages[index] ?? 0) <= afterConclusions || draft.pinned.has(index)) return null
      if (draft.roles[index] === 'tool-results') return gone
      const content = message.role === 'assistant' ? withoutCalls(message) : 'whole'
      if (content === 'whole') return null
      return content === null ? gone : { content, note: trimmed }
    })
  },
}

function becauseOf(afterConclusions: number): string {
  if (afterConclusions === 0) return 'tool work is forgotten as soon as its turn is over'
  return `tool work is forgotten after ${afterConclusions} ${afterConclusions === 1 ? 'turn' : 'turns'}`
}
