import { CHAT_COMMANDS, type ChatAnswer, type ChatCommand } from '@stet/commands'
import { fromRunRow, type Put, RUNS_SHELF, type Run, toRunPut } from '@stet/store'
import { readFacts } from '../../compaction/read-facts.ts'
import type { EngineContext } from '../../engine-context.ts'
import { putActive, updateChat } from '../../record/update-chat.ts'
import type { LongSummary } from '../../run/live/live-runs.ts'
import { assembleFirst } from '../../run/request/assemble-first.ts'
import { checkParent } from '../../run/request/check-parent.ts'
import { chatForRun } from '../../run/request/run-model.ts'
import { newRun, startRun } from '../../run/start-run.ts'
import { EngineError } from '../../runtime/engine-error.ts'
import { putDecided } from '../../view/read-questions.ts'

/** Continues a run that asked about a summary of many requests (C10), in one write with the decision. */
export function decideSummary(
  engine: EngineContext,
  command: ChatCommand<'decideSummary'>,
): Promise<ChatAnswer<'decideSummary'>> {
  return engine.commands.once(CHAT_COMMANDS.decideSummary, command, keep =>
    continueRun(engine, command, command.choice, keep),
  )
}

/** Continues a run that asked about the budget. A summary of many requests is asked about on its own. */
export function continueOverBudget(
  engine: EngineContext,
  command: ChatCommand<'continueOverBudget'>,
): Promise<ChatAnswer<'continueOverBudget'>> {
  return engine.commands.once(CHAT_COMMANDS.continueOverBudget, command, keep =>
    continueRun(engine, command, 'ask', keep),
  )
}

type Asking = Pick<ChatCommand<'decideSummary'>, 'chatId' | 'runId'>
type Answer = ChatAnswer<'decideSummary'>

async function continueRun(
  engine: EngineContext,
  asking: Asking,
  longSummary: LongSummary,
  keep: (answer: Answer) => Put,
): Promise<Answer> {
  const { chatId, runId } = asking
  return engine.chats.hold(chatId, async () => {
    const { below, model } = await readAsking(engine, asking)
    const at = engine.clock()
    const run = newRun(engine, { chatId, below, at, model })
    const answer = { runId: run.id, answerId: run.messageId }
    const decided = await putDecided(engine.store, chatId, ({ id }) => id === runId)
    const { plan, written } = await updateChat(engine.store, chatId, {
      async plan(row) {
        const used = await chatForRun(engine, row.chat, model)
        const facts = await readFacts(engine, used)
        await checkParent(engine, chatId, below)
        const assembled = await assembleFirst(engine, { chat: used, facts, below, next: [] })
        return { row, used, facts, assembled, chat: { ...row.chat, activeAt: at } }
      },
      operations: ({ row, chat }) => [
        toRunPut(run, { expect: 0, order: 'next' }),
        ...decided,
        putActive(row, chat),
        keep(answer),
      ],
    })
    engine.hub.publish({ kind: 'question-decided', chatId, runId })
    engine.hub.publish({ kind: 'chat-changed', chatId, chat: plan.chat })
    const chat = { ...plan.chat, settings: plan.used.settings }
    startRun(engine, run, written, { ...plan, chat, decided: { runId, longSummary } })
    return answer
  })
}

async function readAsking({ store }: Pick<EngineContext, 'store'>, { chatId, runId }: Asking): Promise<Run> {
  const row = await store.get(RUNS_SHELF, runId)
  const run = row === null ? null : fromRunRow(row)
  if (run === null || 'unreadable' in run || run.chatId !== chatId || run.asks === null) {
    throw new EngineError('call-decided', 'this run was decided already; nothing was done')
  }
  return run
}
