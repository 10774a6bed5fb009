import { turnAges } from '@stet/history'
import type { AssembleInput } from '../draft/assemble-input.ts'
import { type Layer, redraft } from '../draft/layer.ts'
import { forgetExchange } from './forget-exchange.ts'
import { forgetWhenCheaper } from './forget-when-cheaper.ts'

/**
 * Forgets calls together with their results once more conclusions have followed than the setting says (C3), or later, where the cache makes
 * it cheaper to keep them (X3). The open part is not touched: providers refuse an open exchange whose calls were edited.
 */
export const toolMemory = {
  name: 'tool-memory',
  label: 'Tool memory',
  apply: (draft, input) => {
    const { toolMemory: memory, markers } = input.settings
    if (memory.mode === 'always') return draft
    const { mode, afterConclusions } = memory
    const cheaper = mode === 'when-cheaper' ? forgetWhenCheaper(draft, input, afterConclusions) : null
    const isMarked = markers === 'all' || (mode === 'when-cheaper' && markers === 'left-out')
    const forgetting = { because: becauseOf(memory), isMarked }
    const ages = turnAges(draft.messages)
    const made = redraft(draft, ['assistant', 'tool-results'], draft.open, (message, content, index) => {
      if (cheaper !== null && index >= cheaper.before && !cheaper.behind.has(index)) return null
      if ((ages[index] ?? 0) <= afterConclusions || draft.pinned.has(index)) return null
      return forgetExchange(draft, index, message, content, forgetting)
    })
    return cheaper?.choice ? { ...made, forgetting: cheaper.choice } : made
  },
} as const satisfies Layer

type Forgetful = Exclude<AssembleInput['settings']['toolMemory'], { mode: 'always' }>

function becauseOf({ mode, afterConclusions }: Forgetful): string {
  const turns = `${afterConclusions} ${afterConclusions === 1 ? 'turn' : 'turns'}`
  if (mode === 'when-cheaper') return `it is more than ${turns} old, and forgetting it saves money`
  if (afterConclusions === 0) return 'tool results are forgotten when their turn ends'
  return `tool results are kept for ${turns}`
}
