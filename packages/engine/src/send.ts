import { isId, type Json, makeId, type NewMessage, type UserMessage } from '@stet/history'
import { readSiblingIds, toMessagePut, toRunPut } from '@stet/store'
import { checkFits } from './check-fits.ts'
import { checkParent } from './check-parent.ts'
import type { SendCommand, Sent } from './engine.ts'
import type { EngineRoom } from './engine-room.ts'
import { placeOf } from './order-of.ts'
import { readFacts } from './read-facts.ts'
import { newRun, startRun } from './start-run.ts'
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
      const run = newRun(room, { chatId, below: message.id, at })
      const sent = { messageId: message.id, runId: run.id, answerId: run.messageId }

      const { plan, written } = await updateChat(room.store, chatId, {
        async plan(row) {
          const facts = await readFacts(room, row.chat)
          await checkParent(room, chatId, parentId)
          await checkFits(room, { chat: row.chat, facts, below: parentId, next: message })
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
