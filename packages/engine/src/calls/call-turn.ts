import type { AssistantMessage } from '@stet/history'
import type { Call } from '@stet/store'

/** Whose turn a call is: the run's, the person's, or nobody's any more. */
type CallTurn = 'run' | 'person' | 'running' | 'settled'

/** A call runs by itself when its tool may and the answer that makes it came to its own end; otherwise a person decides. */
export function turnOf({ state, policy }: Call, { end }: Pick<AssistantMessage, 'end'>): CallTurn {
  switch (state.kind) {
    case 'proposed':
      return policy === 'auto' && end === 'complete' ? 'run' : 'person'
    case 'approved':
      return 'run'
    case 'started':
      return 'running'
    case 'denied':
    case 'done':
    case 'failed':
    case 'unknown':
      return 'settled'
  }
}
