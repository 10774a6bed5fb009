import {
  type CallId,
  type ChatId,
  createForker,
  isId,
  type Json,
  type Message,
  type MessageId,
  makeId,
} from '@stet/history'
import { readPath, toChatPut, toMessagePut } from '@stet/store'
import type { ForkCommand, Forked } from './engine.ts'
import { EngineError } from './engine-error.ts'
import type { EngineRoom } from './engine-room.ts'
import { readChat } from './read-chat.ts'
import { readLink } from './read-link.ts'

/**
 * Copies the path to a message into a new chat, attachments by reference (H5). One write: a fork is there as a whole or not at all.
 */
export async function fork(room: EngineRoom, { key, chatId, messageId }: ForkCommand): Promise<Forked> {
  const { store, hub, randomBytes, clock } = room
  return room.commands.once({ key, command: 'fork', input: [chatId, messageId], toAnswer: toForked }, async keep => {
    const { chat } = await readChat(store, chatId)
    if ((await readLink(store, chatId, messageId)) === null) {
      throw new EngineError('message-not-found', `no message ${messageId} in this chat can be forked from`)
    }
    const id: ChatId = makeId('chat', randomBytes(20))
    const forker = createForker({
      chatId: id,
      newMessageId: (): MessageId => makeId('msg', randomBytes(20)),
      newCallId: (): CallId => makeId('call', randomBytes(20)),
    })
    const path = await readPath(store, chatId, messageId, { limit: Number.POSITIVE_INFINITY })
    const copies = path.toSorted(byOrder).flatMap(message => {
      const copy = forker.copy(message)
      return copy === null ? [] : [toMessagePut(copy)]
    })
    const at = clock()
    const made = {
      ...chat,
      id,
      place: 'open' as const,
      createdAt: at,
      activeAt: at,
      ...forker.references(chat, messageId),
    }
    await store.write([...copies, toChatPut(made, { expect: 0, order: 'next' }), keep({ chatId: id })])
    hub.publish({ kind: 'chat-changed', chatId: id, chat: made })
    return { chatId: id }
  })
}

function byOrder(one: Message, other: Message): number {
  return one.order - other.order
}

function toForked(answer: Json): Forked {
  if (typeof answer === 'object' && answer !== null && 'chatId' in answer) {
    const { chatId } = answer
    if (typeof chatId === 'string' && isChatId(chatId)) return { chatId }
  }
  throw new Error('the stored answer of a fork cannot be read')
}

function isChatId(text: string): text is ChatId {
  return isId('chat', text)
}
