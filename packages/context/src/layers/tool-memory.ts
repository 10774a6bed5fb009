import { turnAges } from '@stet/history'
import { withoutCalls } from '../content/to-plain.ts'
import type { Note } from '../draft/draft.ts'
import { type Decision, type Layer, redraft } from '../draft/layer.ts'

/**
 * Forgets calls together with their results once more conclusions have followed than the setting says (C3). The open part is not
 * touched: providers refuse an open exchange whose calls were edited.
 */
export const toolMemory = {
  name: 'tool-memory',
  label: 'Tool memory',
  apply: (draft, { settings }) => {
    if (settings.toolMemory.mode === 'always') return draft
    const { afterConclusions } = settings.toolMemory
    const because = becauseOf(afterConclusions)
    const gone: Decision = { content: null, note: { fate: 'forgotten', because } }
    const trimmed: Note = { fate: 'trimmed', because: `its tool calls are left out, ${because}` }
    const ages = turnAges(draft.messages)
    return redraft(draft, ['assistant', 'tool-results'], draft.open, (message, content, index) => {
      if ((ages[index] ?? 0) <= afterConclusions || draft.pinned.has(index)) return null
      if (message.role !== 'assistant') return gone
      const left = withoutCalls(message, content)
      if (left === content) return null
      return left === null ? gone : { content: left, note: trimmed }
    })
  },
} as const satisfies Layer

function becauseOf(afterConclusions: number): string {
  if (afterConclusions === 0) return 'tool results are forgotten when their turn ends'
  return `tool results are kept for ${afterConclusions} ${afterConclusions === 1 ? 'turn' : 'turns'}`
}
