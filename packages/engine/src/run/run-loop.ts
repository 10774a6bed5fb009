import type { ModelRequest } from '@stet/history'
import type { RunState } from '../view/chat-view.ts'
import type { Delta, Fact } from '../view/event.ts'
import type { LiveRun } from './live-runs.ts'
import type { Outcome } from './outcome.ts'

/** The most answers of one run: one that calls tools for ever ends as `max-steps` (R1). */
export const MOST_STEPS = 50

/** What a run does next: write an answer, run the calls of the one that stands, or nothing more. */
export type Next =
  | { readonly kind: 'step' }
  | { readonly kind: 'calls' }
  | { readonly kind: 'ended'; readonly state: RunState }

export interface RunLoopDeps {
  readonly live: LiveRun
  /** Where it starts: with an answer, or with the calls of one. */
  readonly first: Next
  /** The draft of another answer. */
  readonly begin: () => Fact
  /** What the model is shown, from the path as it stands. */
  readonly assemble: () => Promise<ModelRequest>
  /** The answer as it is written. It does not throw: what goes wrong, in assembling too, is one of its outcomes. */
  readonly stream: (assemble: () => Promise<ModelRequest>) => AsyncGenerator<Delta, Outcome>
  /** The answer and its calls in one write, and the run's end when nothing follows. */
  readonly persist: (outcome: Outcome) => Promise<Next>
  /** Runs what may run, all at once. */
  readonly runCalls: () => AsyncGenerator<Delta>
  /** The results in one write when every call is settled, or the run's end. */
  readonly conclude: () => Promise<Next>
  /** The run's end, without a message. */
  readonly end: (state: RunState) => Promise<Next>
  /** The end of a run that cannot go on. It does not throw. */
  readonly giveUp: (error: unknown) => Promise<RunState>
}

/** One run: assemble, stream, persist, tools, again. Whatever happens, its last event is `run-ended`. */
export async function* runLoop(run: RunLoopDeps): AsyncGenerator<Fact | Delta, void> {
  const { chatId, runId } = run.live
  let state: RunState
  // All in one: every generator inside another would cost each delta of each answer.
  try {
    let next = run.first
    for (let answers = 0; next.kind !== 'ended'; ) {
      if (next.kind === 'calls') {
        yield* run.runCalls()
        next = await run.conclude()
      } else if (answers < MOST_STEPS) {
        if (run.live.stands) yield run.begin()
        const outcome = yield* run.stream(run.assemble)
        next = await run.persist(outcome)
        answers += 1
      } else {
        next = await run.end('max-steps')
      }
    }
    state = next.state
  } catch (error) {
    state = await run.giveUp(error)
  }
  yield { kind: 'run-ended', chatId, runId, state }
}
