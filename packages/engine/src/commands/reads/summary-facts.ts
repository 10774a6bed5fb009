import { lostFacts, planInSteps, rankedFacts, sourcesOf } from '@stet/context'
import type { ChatId, MessageId, SummaryMessage } from '@stet/history'
import { fromMessageRow, MESSAGES_SHELF } from '@stet/store'
import { readFacts } from '../../compaction/read-facts.ts'
import { readToPlanByHand } from '../../compaction/read-to-plan.ts'
import type { SummaryFacts } from '../../engine.ts'
import type { EngineContext } from '../../engine-context.ts'
import { createPathTail } from '../../record/path-tail.ts'
import { readChat } from '../../record/read-chat.ts'
import { EngineError } from '../../runtime/engine-error.ts'
import { inTurns } from '../../runtime/in-turns.ts'

/** Only the facts most likely to be needed: nobody reads a list of hundreds. */
const MOST_LISTED = 40

/** Which exact facts of what a summary replaces it has, and which it lost (C22). */
export async function readSummaryFacts(
  engine: EngineContext,
  { chatId, checkpointId }: { readonly chatId: ChatId; readonly checkpointId: MessageId },
): Promise<SummaryFacts> {
  const { chat } = await readChat(engine.store, chatId)
  const summary = await readSummary(engine, chatId, checkpointId)
  const facts = await readFacts(engine, chat)
  const tail = createPathTail(engine.store, chatId, summary.parentId, engine.messages.of(chatId))
  const input = await readToPlanByHand(engine, { chat, facts, tail, next: null }, checkpointId)
  const plan = await inTurns(planInSteps(input, { again: checkpointId }))
  if (plan === null) return { facts: 0, lost: 0, listed: [] }
  const sources = sourcesOf(plan)
  const said = summary.parts.map(({ text }) => text).join('\n\n')
  const lost = lostFacts(sources, said)
  const before = sources.length - plan.summarise.length
  return {
    facts: rankedFacts(sources).length,
    lost: lost.length,
    listed: lost.slice(0, MOST_LISTED).map(({ text, kind, last }) => {
      // Facts that only the earlier summary had belong to the last covered message.
      const messageId = plan.summarise[last - before]?.messageId ?? summary.coversThrough
      return { text, kind, messageId }
    }),
  }
}

/** A summary of this chat. */
export async function readSummary(
  { store }: Pick<EngineContext, 'store'>,
  chatId: ChatId,
  id: MessageId,
): Promise<SummaryMessage & { readonly parentId: MessageId }> {
  const row = await store.get(MESSAGES_SHELF, id)
  const message = row === null ? null : fromMessageRow(row)
  if (message?.role === 'summary' && message.chatId === chatId) return { ...message, parentId: message.coversThrough }
  throw new EngineError('message-not-found', `there is no summary ${id} in this chat`)
}
