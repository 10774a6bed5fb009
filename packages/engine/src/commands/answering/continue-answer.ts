import { CHAT_COMMANDS, type ChatAnswer, type ChatCommand } from '@stet/commands'
import type { ChatId, LinkMessage, MessageId, RunId } from '@stet/history'
import { readSiblingIds, toRunPut } from '@stet/store'
import { readFacts } from '../../compaction/read-facts.ts'
import type { EngineContext } from '../../engine-context.ts'
import { publishAdded } from '../../events/publish-added.ts'
import { readLink } from '../../record/read-link.ts'
import { putActive, updateChat } from '../../record/update-chat.ts'
import { assembleFirst } from '../../run/request/assemble-first.ts'
import { checkParent } from '../../run/request/check-parent.ts'
import { prepareBelow, tipAfterSending } from '../../run/request/prepare-next.ts'
import { chatForRun, ownModelOf } from '../../run/request/run-model.ts'
import { newRun, startRun } from '../../run/start-run.ts'
import { EngineError } from '../../runtime/engine-error.ts'

/** Continues below an answer that is not complete, or below results without an answer (R9). Calls that never ran are rejected. */
export async function continueAnswer(
  engine: EngineContext,
  command: ChatCommand<'continueAnswer'>,
): Promise<ChatAnswer<'continueAnswer'>> {
  const { chatId, messageId } = command
  const { store, hub } = engine
  return engine.commands.once(CHAT_COMMANDS.continueAnswer, command, keep =>
    engine.chats.hold(chatId, async () => {
      const at = engine.clock()
      const unfinished = await readUnfinished(engine, chatId, messageId)
      const parentId = unfinished.id
      const model = await ownModelOf(store, chatId, await runOf(engine, unfinished))
      const { plan, written } = await updateChat(store, chatId, {
        async plan(row) {
          const used = await chatForRun(engine, row.chat, model)
          const facts = await readFacts(engine, used)
          await checkParent(engine, chatId, parentId)
          const above = await prepareBelow(engine, { chatId, parentId, at })
          const assembled = await assembleFirst(engine, {
            chat: used,
            facts,
            below: parentId,
            next: above.messages,
          })
          const below = above.last ?? parentId
          const run = newRun(engine, { chatId, below, at, model })
          const tip = await tipAfterSending(store, row.chat, { id: below, parentId })
          const siblings = await readSiblingIds(store, { chatId, parentId })
          const retried = { runId: run.id, answerId: run.messageId }
          const chat = { ...row.chat, ...tip, activeAt: at }
          return { row, used, facts, assembled, above, run, siblings, retried, chat }
        },
        operations: ({ row, above, run, chat, retried }) => [
          ...above.operations,
          toRunPut(run, { expect: 0, order: 'next' }),
          putActive(row, chat),
          keep(retried),
        ],
      })
      const { above, chat, run, siblings, retried } = plan
      if (above.calls.length > 0) hub.publish({ kind: 'calls-changed', chatId, messageId, calls: above.calls })
      publishAdded(hub, above.messages, { written, tip: chat.tip, siblings })
      hub.publish({ kind: 'chat-changed', chatId, chat })
      startRun(engine, run, written, { ...plan, chat: { ...chat, settings: plan.used.settings } })
      return retried
    }),
  )
}

type Unfinished = Extract<LinkMessage, { role: 'assistant' | 'tool-results' }>

async function readUnfinished({ store }: EngineContext, chatId: ChatId, id: MessageId): Promise<Unfinished> {
  const link = await readLink(store, chatId, id)
  if (link?.role === 'tool-results') return link
  if (link?.role !== 'assistant') throw new EngineError('message-not-found', `there is no answer ${id} in this chat`)
  const hasCalls = link.parts.some(part => part.kind === 'tool-call')
  if (link.end === 'complete' && !hasCalls) throw new EngineError('invalid', 'this answer is complete')
  return link
}

/** The run that wrote it; of results, the run that wrote the answer with their calls. */
async function runOf({ store }: EngineContext, message: Unfinished): Promise<RunId | null> {
  if (message.role === 'assistant') return message.runId
  const answer = message.parentId === null ? null : await readLink(store, message.chatId, message.parentId)
  return answer?.role === 'assistant' ? answer.runId : null
}
