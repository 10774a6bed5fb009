import { CHAT_COMMANDS, type ChatAnswer, type ChatCommand } from '@stet/commands'
import { fromRunRow, RUNS_SHELF, type Run, toRunPut } from '@stet/store'
import { readFacts } from '../compaction/read-facts.ts'
import type { EngineContext } from '../engine-context.ts'
import { putActive, updateChat } from '../record/update-chat.ts'
import { assembleFirst } from '../run/assemble-first.ts'
import { checkParent } from '../run/check-parent.ts'
import { newRun, startRun } from '../run/start-run.ts'
import { EngineError } from '../runtime/engine-error.ts'
import { putDecided } from '../view/read-questions.ts'

/** Continues a run that asked about a summary of many requests (C10), in one write with the decision. */
export async function decideSummary(
  engine: EngineContext,
  command: ChatCommand<'decideSummary'>,
): Promise<ChatAnswer<'decideSummary'>> {
  const { chatId, runId, choice: longSummary } = command
  return engine.commands.once(CHAT_COMMANDS.decideSummary, command, keep =>
    engine.chats.hold(chatId, async () => {
      const { below } = await readAsking(engine, command)
      const at = engine.clock()
      const run = newRun(engine, { chatId, below, at })
      const answer = { runId: run.id, answerId: run.messageId }
      const decided = await putDecided(engine.store, chatId, ({ id }) => id === runId)
      const { plan, written } = await updateChat(engine.store, chatId, {
        async plan(row) {
          const facts = await readFacts(engine, row.chat)
          await checkParent(engine, chatId, below)
          const assembled = await assembleFirst(engine, { chat: row.chat, facts, below, next: [] })
          return { row, facts, assembled, chat: { ...row.chat, activeAt: at } }
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
      startRun(engine, run, written, { ...plan, decided: { runId, longSummary } })
      return answer
    }),
  )
}

async function readAsking(
  { store }: Pick<EngineContext, 'store'>,
  { chatId, runId }: Pick<ChatCommand<'decideSummary'>, 'chatId' | 'runId'>,
): Promise<Run> {
  const row = await store.get(RUNS_SHELF, runId)
  const run = row === null ? null : fromRunRow(row)
  if (run === null || 'unreadable' in run || run.chatId !== chatId || run.asks === null) {
    throw new EngineError('call-decided', 'this run asks nothing any more; nothing was done')
  }
  return run
}
