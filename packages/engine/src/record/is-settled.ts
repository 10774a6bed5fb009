import type { CallState, SettledState } from '@stet/store'

/** Whether a call has its result for the model. */
export function isSettled(state: CallState): state is SettledState {
  switch (state.kind) {
    case 'proposed':
    case 'approved':
    case 'started':
      return false
    case 'denied':
    case 'done':
    case 'failed':
    case 'unknown':
      return true
  }
}
