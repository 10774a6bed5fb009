import { runCalls } from '../calls/run-calls.ts'
import type { EngineContext } from '../engine-context.ts'
import { askForAnswer } from './ask-for-answer.ts'
import { concludeStep } from './conclude-step.ts'
import { createDraftWriter } from './draft-writer.ts'
import { endAsking, endRun, giveUpRun } from './end-run.ts'
import { keepAnswer } from './keep-answer.ts'
import type { StartedRun } from './live-runs.ts'
import type { NextRequest } from './next-request.ts'
import { type Next, runLoop } from './run-loop.ts'

/** Carries a run to its last event, `run-ended`, which comes whatever happens. */
export async function conductRun(
  engine: EngineContext,
  started: StartedRun,
  first: Next,
  requests: NextRequest,
): Promise<void> {
  const { live } = started
  const { chatId, runId } = live
  const { closing } = engine.tasks
  const interrupt = () => live.cut('interrupted')
  closing.addEventListener('abort', interrupt)
  if (closing.aborted) interrupt()
  try {
    const state = await runLoop({
      first,
      async answer() {
        if (live.saved) beginStep(engine, started)
        const asked = await askForAnswer(engine, started, requests)
        if ('question' in asked) return endAsking(engine, started, asked.question)
        return keepAnswer(engine, started, asked.outcome, asked.recorded)
      },
      async runCalls() {
        await runCalls(engine, { ...started, childRunsOf: call => engine.childRunsOf(started, call) })
        return concludeStep(engine, started)
      },
      end: state => endRun(engine, started, state),
      giveUp: error => giveUpRun(engine, started, error),
    })
    engine.hub.publish({ kind: 'run-ended', chatId, runId, state })
  } finally {
    closing.removeEventListener('abort', interrupt)
    live.end()
  }
}

function beginStep({ hub, clock, elapsed }: EngineContext, { live, row }: StartedRun): void {
  const { id: runId, chatId, messageId, below: parentId } = row.current()
  live.beginDraft(createDraftWriter(chatId, { runId, messageId, parentId, startedAt: clock() }, elapsed))
  hub.publish({ kind: 'step-started', chatId, draft: live.draft.draft() })
}
