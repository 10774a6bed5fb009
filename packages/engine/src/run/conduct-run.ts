import type { Call } from '@stet/store'
import { readStep, runCalls } from '../calls/run-calls.ts'
import type { EngineContext } from '../engine-context.ts'
import { askForAnswer, type FirstRequest } from './answer/ask-for-answer.ts'
import { keepAnswer } from './answer/keep-answer.ts'
import { concludeStep } from './conclude-step.ts'
import { createDraftWriter } from './live/draft-writer.ts'
import { endAsking, endRun, giveUpRun } from './live/end-run.ts'
import type { StartedRun } from './live/live-runs.ts'
import { type Next, runLoop } from './live/run-loop.ts'
import type { NextRequest } from './request/next-request.ts'
import { toolImagesOf } from './tool-images.ts'

/** Carries a run to its last event, `run-ended`, which is published whatever happens. */
export async function conductRun(
  engine: EngineContext,
  started: StartedRun,
  first: Next,
  requests: NextRequest,
  request: FirstRequest | null,
): Promise<void> {
  const { live } = started
  const { chatId, runId } = live
  const { closing } = engine.tasks
  const interrupt = () => live.cut('interrupted')
  closing.addEventListener('abort', interrupt)
  if (closing.aborted) interrupt()
  let recorded = request
  try {
    const state = await runLoop({
      first,
      async answer() {
        if (live.saved) beginStep(engine, started)
        const given = recorded
        recorded = null
        const asked = await askForAnswer(engine, started, requests, given)
        if ('question' in asked) return endAsking(engine, started, asked.question)
        return keepAnswer(engine, started, asked.outcome, asked.recorded)
      },
      async runCalls(step) {
        const calling = {
          ...started,
          childRunsOf: (call: Call) => engine.childRunsOf(started, call),
          imagesOf: (call: Call) => toolImagesOf(engine, started, call),
        }
        const ran = await runCalls(engine, calling, step ?? (await readStep(engine, started)))
        return concludeStep(engine, started, ran)
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

function beginStep({ hub, clock, elapsed }: EngineContext, { live, row, chat }: StartedRun): void {
  const { id: runId, chatId, messageId, below: parentId } = row.current()
  const { model } = chat.settings
  live.beginDraft(createDraftWriter(chatId, { runId, messageId, parentId, startedAt: clock(), model }, elapsed))
  hub.publish({ kind: 'step-started', chatId, draft: live.draft.draft() })
}
