import type { Steps } from '@stet/context'
import { takeTurns } from '@stet/store'

/** Work over a long chat takes long enough to hold up everyone's stream, so others have the event loop between its steps. */
export async function inTurns<Result>(steps: Steps<Result>): Promise<Result> {
  for (;;) {
    await takeTurns()
    const step = steps.next()
    if (step.done === true) return step.value
  }
}
