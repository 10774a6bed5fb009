import type { SavedStep } from '../../calls/run-calls.ts'
import type { RunState } from '../../view/chat-view.ts'

/** The most answers of one run: one that calls tools for ever ends as `max-steps` (R1). */
export const MOST_STEPS = 50

/** What a run does next: write an answer, run the calls of the saved one, or nothing more. */
export type Next =
  | { readonly kind: 'step' }
  /** Without a step, its answer and calls are read. */
  | { readonly kind: 'calls'; readonly step?: SavedStep }
  | { readonly kind: 'ended'; readonly state: RunState }

export interface RunSteps {
  /** Where it starts: with an answer, or with the calls of one. */
  readonly first: Next
  /** Asks the model for an answer and saves it with its calls, and with the run's end when nothing follows. */
  readonly answer: () => Promise<Next>
  /** Runs the calls that may run; then saves their results when every call is settled, or the run's end. */
  readonly runCalls: (step: SavedStep | null) => Promise<Next>
  /** Ends the run without a message. */
  readonly end: (state: RunState) => Promise<Next>
  /** Ends a run that cannot continue. It does not throw. */
  readonly giveUp: (error: unknown) => Promise<RunState>
}

/** Writes answers and runs their calls until nothing follows. It does not throw: the run has ended when it returns. */
export async function runLoop({ first, answer, runCalls, end, giveUp }: RunSteps): Promise<RunState> {
  try {
    let next = first
    for (let answers = 0; next.kind !== 'ended'; ) {
      if (next.kind === 'calls') next = await runCalls(next.step ?? null)
      else if (answers === MOST_STEPS) next = await end('max-steps')
      else {
        next = await answer()
        answers += 1
      }
    }
    return next.state
  } catch (error) {
    return giveUp(error)
  }
}
