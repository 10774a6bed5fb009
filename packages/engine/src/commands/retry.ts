import { isId, type Json, type LinkMessage, rememberTip } from '@stet/history'
import { readNewestLeaf, toRunPut } from '@stet/store'
import { readFacts } from '../compaction/read-facts.ts'
import type { Retried, RetryCommand } from '../engine.ts'
import type { EngineContext } from '../engine-context.ts'
import { readLink } from '../record/read-link.ts'
import { putActive, updateChat } from '../record/update-chat.ts'
import { assembleFirst } from '../run/assemble-first.ts'
import { checkParent } from '../run/check-parent.ts'
import { newRun, startRun } from '../run/start-run.ts'
import { EngineError } from '../runtime/engine-error.ts'

/** Answers a message once more, beside the answers it has: those stand, and can be switched back to (H4). */
export async function retry(engine: EngineContext, { key, chatId, messageId }: RetryCommand): Promise<Retried> {
  const command = { key, command: 'retry', input: [chatId, messageId], toAnswer: toRetried }
  return engine.commands.once(command, keep =>
    engine.chats.hold(chatId, async () => {
      const at = engine.clock()
      const asked = await readAsked(engine, { chatId, messageId })
      const run = newRun(engine, { chatId, below: asked.id, at })
      const retried = { runId: run.id, answerId: run.messageId }
      const { plan, written } = await updateChat(engine.store, chatId, {
        async plan(row) {
          const facts = await readFacts(engine, row.chat)
          await checkParent(engine, chatId, asked.id)
          const assembled = await assembleFirst(engine, { chat: row.chat, facts, below: asked.id, next: [] })
          const left = await readNewestLeaf(engine.store, chatId, row.chat.tip)
          const recentTips = left === null ? row.chat.recentTips : rememberTip(row.chat.recentTips, left)
          return { row, facts, assembled, chat: { ...row.chat, tip: asked.id, recentTips, activeAt: at } }
        },
        operations: ({ row, chat }) => [
          toRunPut(run, { expect: 0, order: 'next' }),
          putActive(row, chat),
          keep(retried),
        ],
      })
      engine.hub.publish({ kind: 'chat-changed', chatId, chat: plan.chat })
      startRun(engine, run, written, plan)
      return retried
    }),
  )
}

/** The message that is to be answered: the one named, or the one that the named answer answers. */
async function readAsked(
  engine: EngineContext,
  { chatId, messageId }: Pick<RetryCommand, 'chatId' | 'messageId'>,
): Promise<LinkMessage> {
  const named = await readLink(engine.store, chatId, messageId)
  const asked =
    named?.role === 'assistant' && named.parentId !== null
      ? await readLink(engine.store, chatId, named.parentId)
      : named
  if (asked?.role === 'user' || asked?.role === 'tool-results') return asked
  throw new EngineError('message-not-found', `no message ${messageId} in this chat can be answered again`)
}

/** Reads what a command that started a run answered, which may have been stored. */
export function toRetried(answer: Json): Retried {
  if (typeof answer === 'object' && answer !== null && 'runId' in answer) {
    const { runId, answerId } = answer
    if (typeof runId === 'string' && isId('run', runId) && typeof answerId === 'string' && isId('msg', answerId)) {
      return { runId, answerId }
    }
  }
  throw new Error('the stored answer of a retry cannot be read')
}
