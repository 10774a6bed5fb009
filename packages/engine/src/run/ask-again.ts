import type { ErrorPart } from '@stet/history'
import type { Delta } from '../view/event.ts'
import type { LiveRun } from './live-runs.ts'
import type { NextRequest, Refusal } from './next-request.ts'
import type { Outcome } from './outcome.ts'

interface AskAgainDeps {
  readonly live: LiveRun
  readonly clock: () => number
  /** One attempt at the answer. */
  readonly stream: () => AsyncGenerator<Delta, Outcome>
  readonly changeAfter: NextRequest['changeAfter']
  /** Completes the request that was refused: no message is made of it. */
  readonly leave: () => Promise<void>
}

/**
 * An answer, asked for once more in another way where the provider would not read the request (R8): after a compaction when it is too long, with
 * closed exchanges plain when it refuses its own earlier content. Each once, and never after anything arrived.
 */
export async function* askAgain(deps: AskAgainDeps): AsyncGenerator<Delta, Outcome> {
  const { live, clock, changeAfter } = deps
  const met = new Set<Refusal>()
  for (;;) {
    const outcome = yield* deps.stream()
    const refused = live.draft.draft().parts.length === 0 ? refusalIn(outcome) : null
    if (refused === null || met.has(refused.kind) || !(await changeAfter(refused.kind))) return outcome
    met.add(refused.kind)
    await deps.leave()
    if (refused.kind === 'replay-refused') {
      yield live.draft.retry({ failed: 1, at: clock(), afterMs: 0, because: refused })
    }
  }
}

function refusalIn(outcome: Outcome) {
  if (outcome.kind === 'answered' || outcome.error === null) return null
  const { code, status, message }: ErrorPart = outcome.error
  return code === 'context-too-long' || code === 'replay-refused' ? ({ kind: code, status, message } as const) : null
}
