import { CHAT_COMMANDS, type ChatAnswer, type ChatCommand } from '@stet/commands'
import { type LinkMessage, rememberTip } from '@stet/history'
import { readNewestLeaf, toRunPut } from '@stet/store'
import { readFacts } from '../../compaction/read-facts.ts'
import type { EngineContext } from '../../engine-context.ts'
import { readLink } from '../../record/read-link.ts'
import { putActive, updateChat } from '../../record/update-chat.ts'
import { assembleFirst } from '../../run/request/assemble-first.ts'
import { checkParent } from '../../run/request/check-parent.ts'
import { chatForRun } from '../../run/request/run-model.ts'
import { newRun, startRun } from '../../run/start-run.ts'
import { EngineError } from '../../runtime/engine-error.ts'

/**
 * Answers a message again, beside the answers it has; the user can switch between them (H4). A model that is given answers this once, and the
 * chat keeps its own.
 */
export async function retry(engine: EngineContext, command: ChatCommand<'retry'>): Promise<ChatAnswer<'retry'>> {
  const { chatId, messageId, model = null } = command
  return engine.commands.once(CHAT_COMMANDS.retry, command, keep =>
    engine.chats.hold(chatId, async () => {
      const at = engine.clock()
      const asked = await readAsked(engine, { chatId, messageId })
      const run = newRun(engine, { chatId, below: asked.id, at, model })
      const retried = { runId: run.id, answerId: run.messageId }
      const { plan, written } = await updateChat(engine.store, chatId, {
        async plan(row) {
          const used = await chatForRun(engine, row.chat, model)
          const facts = await readFacts(engine, used)
          await checkParent(engine, chatId, asked.id)
          const assembled = await assembleFirst(engine, { chat: used, facts, below: asked.id, next: [] })
          const left = await readNewestLeaf(engine.store, chatId, row.chat.tip)
          const recentTips = left === null ? row.chat.recentTips : rememberTip(row.chat.recentTips, left)
          return { row, used, facts, assembled, chat: { ...row.chat, tip: asked.id, recentTips, activeAt: at } }
        },
        operations: ({ row, chat }) => [
          toRunPut(run, { expect: 0, order: 'next' }),
          putActive(row, chat),
          keep(retried),
        ],
      })
      engine.hub.publish({ kind: 'chat-changed', chatId, chat: plan.chat })
      startRun(engine, run, written, { ...plan, chat: { ...plan.chat, settings: plan.used.settings } })
      return retried
    }),
  )
}

/** The message to answer: the given one, or the one that the given answer answers. */
async function readAsked(
  engine: EngineContext,
  { chatId, messageId }: Pick<ChatCommand<'retry'>, 'chatId' | 'messageId'>,
): Promise<LinkMessage> {
  const named = await readLink(engine.store, chatId, messageId)
  const asked =
    named?.role === 'assistant' && named.parentId !== null
      ? await readLink(engine.store, chatId, named.parentId)
      : named
  if (asked?.role === 'user' || asked?.role === 'tool-results') return asked
  throw new EngineError('message-not-found', `no message ${messageId} in this chat can be answered again`)
}
