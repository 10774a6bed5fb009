import type { AssistantMessage } from '@stet/history'
import type { Call } from '@stet/store'

/** Whether a call can run now, needs the user's decision first, is running, or has ended. */
type CallPhase = 'runnable' | 'needs-user' | 'running' | 'settled'

/** A call runs by itself when its tool may and its answer is complete; otherwise the user decides. */
export function phaseOf({ state, policy }: Call, { end }: Pick<AssistantMessage, 'end'>): CallPhase {
  switch (state.kind) {
    case 'proposed':
      return policy === 'auto' && end === 'complete' ? 'runnable' : 'needs-user'
    case 'approved':
      return 'runnable'
    case 'started':
      return 'running'
    case 'denied':
    case 'done':
    case 'failed':
    case 'unknown':
      return 'settled'
  }
}
