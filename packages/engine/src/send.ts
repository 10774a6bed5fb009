import { type Chat, isId, type Json, type ModelFacts, makeId, type NewMessage, type UserMessage } from '@stet/history'
import { type Run, readSiblingIds, toMessagePut, toRunPut } from '@stet/store'
import { checkFits } from './check-fits.ts'
import { checkParent } from './check-parent.ts'
import { conductRun } from './conduct-run.ts'
import { createDraftWriter } from './draft-writer.ts'
import type { SendCommand, Sent } from './engine.ts'
import type { EngineRoom } from './engine-room.ts'
import { createLiveRun } from './live-runs.ts'
import { placeOf } from './order-of.ts'
import { readFacts } from './read-facts.ts'
import { checkText } from './text-limits.ts'
import { tipAfterSending } from './tip-after-sending.ts'
import { putActive, updateChat } from './update-chat.ts'

/** The user message, the run, the chat's new tip and the command's key in one write; then the run goes on by itself. */
export async function send(room: EngineRoom, { key, chatId, parentId, text }: SendCommand): Promise<Sent> {
  checkText(text)
  const command = { key, command: 'send', input: [chatId, parentId, text], toAnswer: toSent }
  return room.commands.once(command, keep =>
    room.chats.hold(chatId, async () => {
      const at = room.clock()
      const message = {
        id: makeId('msg', room.randomBytes(20)),
        chatId,
        parentId,
        at,
        copiedFrom: null,
        role: 'user',
        parts: [{ kind: 'text', text }],
      } satisfies NewMessage
      const run: Run = {
        id: makeId('run', room.randomBytes(20)),
        chatId,
        boot: room.boot,
        below: message.id,
        messageId: makeId('msg', room.randomBytes(20)),
        state: 'running',
        startedAt: at,
        endedAt: null,
      }
      const sent = { messageId: message.id, runId: run.id, answerId: run.messageId }

      const { plan, written } = await updateChat(room.store, chatId, {
        async plan(row) {
          const facts = await readFacts(room, row.chat)
          await checkParent(room, chatId, parentId)
          await checkFits(room, { chat: row.chat, facts, message })
          const siblings = [...(await readSiblingIds(room.store, message)), message.id]
          const chat = { ...row.chat, ...(await tipAfterSending(room.store, row.chat, message)), activeAt: at }
          return { row, chat, facts, siblings }
        },
        operations: ({ row, chat }) => [
          toMessagePut(message),
          toRunPut(run, { expect: 0, order: 'next' }),
          putActive(row, chat),
          keep(sent),
        ],
      })
      const stands: UserMessage = { ...message, order: placeOf(written, message.id).order }
      room.hub.publish({ kind: 'message-added', chatId, message: stands, siblings: plan.siblings, tip: plan.chat.tip })
      room.hub.publish({ kind: 'chat-changed', chatId, chat: plan.chat })
      startRun(room, run, placeOf(written, run.id), plan)
      return sent
    }),
  )
}

function startRun(
  room: EngineRoom,
  run: Run,
  { version, order }: { readonly version: number; readonly order: number },
  { chat, facts }: { readonly chat: Chat; readonly facts: ModelFacts },
): void {
  const { id: runId, chatId, messageId, below: parentId, startedAt } = run
  const live = createLiveRun(runId, chatId, createDraftWriter(chatId, { runId, messageId, parentId, startedAt }))
  room.live.add(live)
  room.hub.publish({ kind: 'run-started', chatId, draft: live.draft.draft() })
  room.tasks.own('a run', () => conductRun(room, { live, run, place: { expect: version, order }, chat, facts }))
}

function toSent(answer: Json): Sent {
  if (typeof answer === 'object' && answer !== null && 'messageId' in answer) {
    const { messageId, runId, answerId } = answer
    if (isMessageId(messageId) && typeof runId === 'string' && isId('run', runId) && isMessageId(answerId)) {
      return { messageId, runId, answerId }
    }
  }
  throw new Error('the stored answer of a send cannot be read')
}

function isMessageId(value: Json | undefined): value is `msg_${string}` {
  return typeof value === 'string' && isId('msg', value)
}
