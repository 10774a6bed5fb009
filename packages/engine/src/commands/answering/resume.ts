import type { ChatAnswer } from '@stet/commands'
import type { AssistantMessage, ChatSettings } from '@stet/history'
import { type Call, type Operation, type Put, toCallPut, toRunPut } from '@stet/store'
import { phaseOf } from '../../calls/call-phase.ts'
import { readFacts } from '../../compaction/read-facts.ts'
import type { EngineContext } from '../../engine-context.ts'
import { readCalls } from '../../record/read-calls.ts'
import { putActive, putInPlace, updateChat } from '../../record/update-chat.ts'
import { checkRoom } from '../../run/request/check-parent.ts'
import { chatForRun, ownModelOf } from '../../run/request/run-model.ts'
import { endedRunsAt } from '../../run/request/take-waiting.ts'
import { newRun, resumeRun } from '../../run/start-run.ts'
import { EngineError } from '../../runtime/engine-error.ts'

export interface Decision {
  readonly answer: AssistantMessage
  /** The calls of the answer that were decided. */
  readonly calls: readonly Call[]
  /** Whether calls run now even while others wait for the user. */
  readonly now?: boolean
  readonly settings?: (settings: ChatSettings) => ChatSettings
  readonly keep: (answer: ChatAnswer<'approve'>) => Put
}

/**
 * Saves what the user decided about calls, in one write with the run that continues once no call waits for the user. A run that is still
 * running these calls continues by itself. The caller holds the chat's lock.
 */
export async function resume(
  engine: EngineContext,
  { answer, calls, now = false, settings, keep }: Decision,
): Promise<ChatAnswer<'approve'>> {
  const { store, hub, live } = engine
  const { chatId, id: messageId, parentId } = answer
  const at = engine.clock()
  const rows = await readCalls(engine, messageId)
  const news = new Map(calls.map(call => [call.id, call]))
  const after = rows.map(({ call }) => news.get(call.id) ?? call)
  const isRunning = live.active(chatId).some(run => run.draft.draft().messageId === messageId)
  const starts = !isRunning && (now || !after.some(call => phaseOf(call, answer) === 'needs-user'))
  if (parentId === null) throw new EngineError('invalid', 'an answer without a question cannot continue')
  const model = await ownModelOf(store, chatId, answer.runId)
  const run = starts ? newRun(engine, { chatId, below: parentId, at, answerId: messageId, model }) : null
  const resumed = { runId: run?.id ?? null }
  const puts: readonly Operation[] = rows.flatMap(({ call, version }) => {
    const changed = news.get(call.id)
    return changed === undefined ? [] : [toCallPut(changed, version)]
  })
  const before = await endedRunsAt(engine, chatId, new Set([messageId]))
  const { plan, written } = await updateChat(store, chatId, {
    async plan(row) {
      const set = settings === undefined ? row.chat : { ...row.chat, settings: settings(row.chat.settings) }
      if (run === null) return { row, begun: null, chat: set }
      const chat = { ...set, activeAt: at }
      const used = await chatForRun(engine, chat, model)
      const facts = await readFacts(engine, used)
      checkRoom(live, chatId)
      return { row, begun: { chat: used, facts, before }, chat }
    },
    operations: ({ row, chat }) => [
      ...puts,
      ...(run === null ? [putInPlace(row, chat)] : [toRunPut(run, { expect: 0, order: 'next' }), putActive(row, chat)]),
      keep(resumed),
    ],
  })
  if (calls.length > 0) hub.publish({ kind: 'calls-changed', chatId, messageId, calls })
  hub.publish({ kind: 'chat-changed', chatId, chat: plan.chat })
  if (run !== null && plan.begun !== null) resumeRun(engine, run, written, plan.begun)
  return resumed
}
