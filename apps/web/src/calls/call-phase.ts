import type { Call } from '@stet/api/client'

export type CallOutcome = 'done' | 'failed' | 'denied' | 'unknown'

/** The state of a call, as the user sees it. */
export type CallPhase =
  /** Its arguments are being written. */
  | 'writing'
  /** The user has to decide. */
  | 'waiting'
  /** It would run by itself, and has not. */
  | 'held'
  | 'approved'
  | 'running'
  | CallOutcome
  /** Only the model's request for it is known. */
  | 'not-run'

interface Known {
  readonly writing: boolean
  readonly call: Call | undefined
  /** What its result in the record says. */
  readonly outcome: CallOutcome | undefined
}

export function phaseOf({ writing, call, outcome }: Known): CallPhase {
  if (writing) return 'writing'
  if (outcome !== undefined) return outcome
  if (call === undefined) return 'not-run'
  switch (call.state.kind) {
    case 'proposed':
      return call.policy === 'auto' ? 'held' : 'waiting'
    case 'approved':
      return 'approved'
    case 'started':
      return 'running'
    case 'done':
    case 'failed':
    case 'denied':
    case 'unknown':
      return call.state.kind
  }
}

export function phaseWords(phase: Exclude<CallPhase, 'writing'>): string {
  switch (phase) {
    case 'waiting':
      return 'needs approval'
    case 'held':
    case 'not-run':
      return 'not run'
    case 'approved':
      return 'approved'
    case 'running':
      return 'running'
    case 'done':
      return 'done'
    case 'failed':
      return 'failed'
    case 'denied':
      return 'denied'
    case 'unknown':
      return 'interrupted; it may or may not have run'
  }
}
