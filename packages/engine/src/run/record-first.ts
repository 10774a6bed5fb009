import type { Chat, ModelFacts } from '@stet/history'
import { ModelError } from '@stet/models'
import type { Run } from '@stet/store'
import type { Assembled } from '../compaction/assemble-request.ts'
import { needsNoPlan } from '../compaction/plan-for-request.ts'
import type { EngineContext } from '../engine-context.ts'
import { prepareFirst } from './answer/ask-for-answer.ts'
import { hasBudget } from './request/check-budget.ts'

interface RunToRecord {
  readonly chat: Chat
  readonly facts: ModelFacts
  readonly run: Run
  readonly assembled: Assembled
}

/**
 * The first request of a run, to be recorded in the write that starts the run. Null where the run may send another one, or nothing: after
 * a summary, or a question to the user.
 */
export async function recordFirst(engine: EngineContext, { chat, facts, run, assembled }: RunToRecord) {
  const { assembly, path, isCounted } = assembled
  if (assembly.kind === 'cannot-fit' || engine.compactions.byHand(chat.id).length > 0) return null
  if (isCounted !== true && !needsNoPlan({ chat, facts }, assembly)) return null
  if (!(await hasBudget(engine, chat))) return null
  try {
    return await prepareFirst(engine, { chat, facts, run, made: { ...assembly, path } })
  } catch (error) {
    // The message is saved anyway: the run meets what the provider refuses again, and shows it below the message.
    if (!(error instanceof ModelError)) {
      engine.log.warn('a request could not be prepared before its run', { chatId: chat.id, runId: run.id, error })
    }
    return null
  }
}
