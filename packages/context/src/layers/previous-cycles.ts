import { type Layer, redraft } from '../draft/layer.ts'
import { forgetExchange } from './forget-exchange.ts'

/** Leaves out tool calls and results before the last user message, except those that no model has read yet (C4). */
export const previousCycles = {
  name: 'previous-cycles',
  label: 'Earlier tool calls',
  apply: (draft, { settings }) => {
    if (settings.previousCycles === 'keep') return draft
    const forgetting = { because, isMarked: settings.markers === 'all' }
    return redraft(draft, ['assistant', 'tool-results'], draft.open, (message, content, index) =>
      draft.pinned.has(index) ? null : forgetExchange(draft, index, message, content, forgetting),
    )
  },
} as const satisfies Layer

const because = 'tool results are sent only until your next message'
