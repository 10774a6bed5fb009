import { CHAT_COMMANDS, type ChatAnswer, type ChatCommand } from '@stet/commands'
import type { AssistantMessage, MessageId } from '@stet/history'
import { type Call, readSiblingIds } from '@stet/store'
import { closeStep, isAnswered } from '../../calls/close-step.ts'
import type { EngineContext } from '../../engine-context.ts'
import { publishAdded } from '../../events/publish-added.ts'
import { readCalls } from '../../record/read-calls.ts'
import { readAnswer } from '../../record/read-link.ts'
import { putInPlace, updateChat } from '../../record/update-chat.ts'
import { runAbove } from '../../run/live/live-runs.ts'
import { EngineError } from '../../runtime/engine-error.ts'
import { resume } from './resume.ts'

/** Runs the calls of an answer that have no result yet; those that need approval wait for it (R7). */
export async function runPending(
  engine: EngineContext,
  command: ChatCommand<'runPending'>,
): Promise<ChatAnswer<'runPending'>> {
  const { chatId, messageId } = command
  return engine.commands.once(CHAT_COMMANDS.runPending, command, keep =>
    engine.chats.hold(chatId, async () => {
      const answer = await readPending(engine, { chatId, messageId })
      const calls = (await readCalls(engine, messageId)).map(({ call }) => call)
      const approved = calls
        .filter(isHeldBack)
        .map((call): Call => ({ ...call, state: { kind: 'approved', at: engine.clock() } }))
      const waits = calls.some(({ state, policy }) => state.kind === 'proposed' && policy !== 'auto')
      if (waits && approved.length === 0 && !calls.some(({ state }) => state.kind === 'approved')) {
        throw new EngineError('invalid', 'these calls must be approved one by one')
      }
      return resume(engine, { answer, calls: approved, now: true, keep })
    }),
  )
}

/** Gives the calls of an answer that have no result yet a result that says why they were not run (R7). Does not ask the model. */
export async function rejectPending(engine: EngineContext, command: ChatCommand<'rejectPending'>): Promise<void> {
  const { chatId, messageId } = command
  await engine.commands.once(CHAT_COMMANDS.rejectPending, command, keep =>
    engine.chats.hold(chatId, async () => {
      const { store, hub } = engine
      await readPending(engine, { chatId, messageId })
      const at = engine.clock()
      const { plan, written } = await updateChat(store, chatId, {
        plan: async row => ({ row, closed: await closeStep(engine, { chatId, parentId: messageId, at }) }),
        operations: ({ row, closed }) => [...closed.operations, putInPlace(row, row.chat), keep(null)],
      })
      const { row, closed } = plan
      const siblings = (await readSiblingIds(store, { chatId, parentId: messageId })).filter(id => id !== closed.last)
      hub.publish({ kind: 'calls-changed', chatId, messageId, calls: closed.calls })
      publishAdded(hub, closed.messages, { written, tip: row.chat.tip, siblings })
      return null
    }),
  )
}

/** It would have run by itself if its answer or its run had not been cut short. */
function isHeldBack({ state, policy }: Call): boolean {
  return state.kind === 'proposed' && policy === 'auto'
}

async function readPending(
  engine: EngineContext,
  { chatId, messageId }: { readonly chatId: AssistantMessage['chatId']; readonly messageId: MessageId },
): Promise<AssistantMessage> {
  const answer = await readAnswer(engine.store, chatId, messageId)
  const hasCalls = answer.parts.some(part => part.kind === 'tool-call')
  if (!hasCalls || (await isAnswered(engine, answer))) {
    throw new EngineError('call-decided', 'every call of this answer has a result')
  }
  if (runAbove(engine.live, chatId, messageId) !== null) {
    throw new EngineError('run-active', 'the calls of this answer are running')
  }
  return answer
}
