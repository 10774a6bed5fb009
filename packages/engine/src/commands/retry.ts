import { isId, type Json, type LinkMessage, rememberTip } from '@stet/history'
import { readNewestLeaf, toRunPut } from '@stet/store'
import { readFacts } from '../compaction/read-facts.ts'
import type { Retried, RetryCommand } from '../engine.ts'
import type { EngineContext } from '../engine-context.ts'
import { readLink } from '../record/read-link.ts'
import { putActive, updateChat } from '../record/update-chat.ts'
import { checkFits } from '../run/check-fits.ts'
import { checkParent } from '../run/check-parent.ts'
import { newRun, startRun } from '../run/start-run.ts'
import { EngineError } from '../runtime/engine-error.ts'

/** Answers a message once more, beside the answers it has: those stand, and can be switched back to (H4). */
export async function retry(room: EngineContext, { key, chatId, messageId }: RetryCommand): Promise<Retried> {
  const command = { key, command: 'retry', input: [chatId, messageId], toAnswer: toRetried }
  return room.commands.once(command, keep =>
    room.chats.hold(chatId, async () => {
      const at = room.clock()
      const asked = await readAsked(room, { chatId, messageId })
      const run = newRun(room, { chatId, below: asked.id, at })
      const retried = { runId: run.id, answerId: run.messageId }
      const { plan, written } = await updateChat(room.store, chatId, {
        async plan(row) {
          const facts = await readFacts(room, row.chat)
          await checkParent(room, chatId, asked.id)
          await checkFits(room, { chat: row.chat, facts, below: asked.id, next: [] })
          const left = await readNewestLeaf(room.store, chatId, row.chat.tip)
          const recentTips = left === null ? row.chat.recentTips : rememberTip(row.chat.recentTips, left)
          return { row, facts, chat: { ...row.chat, tip: asked.id, recentTips, activeAt: at } }
        },
        operations: ({ row, chat }) => [
          toRunPut(run, { expect: 0, order: 'next' }),
          putActive(row, chat),
          keep(retried),
        ],
      })
      room.hub.publish({ kind: 'chat-changed', chatId, chat: plan.chat })
      startRun(room, run, written, plan)
      return retried
    }),
  )
}

/** The message that is to be answered: the one named, or the one that the named answer answers. */
async function readAsked(
  room: EngineContext,
  { chatId, messageId }: Pick<RetryCommand, 'chatId' | 'messageId'>,
): Promise<LinkMessage> {
  const named = await readLink(room.store, chatId, messageId)
  const asked =
    named?.role === 'assistant' && named.parentId !== null ? await readLink(room.store, chatId, named.parentId) : named
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
