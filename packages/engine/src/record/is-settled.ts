import type { CallState, SettledState } from '@stet/store'

/** Whether it is known what the model will hear of a call. */
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
