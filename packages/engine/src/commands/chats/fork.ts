import { CHAT_COMMANDS, type ChatAnswer, type ChatCommand } from '@stet/commands'
import {
  blankFork,
  type CallId,
  type Chat,
  type ChatId,
  createForker,
  type Forker,
  hasToolCalls,
  type Message,
  type MessageId,
  makeId,
  type NewMessage,
  type Path,
} from '@stet/history'
import { type Operation, readPath, takeTurns, toCallPut, toChatPut, toMessagePut, toMessageRefs } from '@stet/store'
import { asUnknown } from '../../calls/propose-calls.ts'
import type { EngineContext } from '../../engine-context.ts'
import { readCalls } from '../../record/read-calls.ts'
import { readChat } from '../../record/read-chat.ts'
import { readLink } from '../../record/read-link.ts'
import { releasedOf } from '../../record/released-of.ts'
import { EngineError } from '../../runtime/engine-error.ts'

/**
 * Copies the path to a message into a new chat, attachments by reference (H5). Its row is written last: a fork exists whole or not at all.
 */
export async function fork(engine: EngineContext, command: ChatCommand<'fork'>): Promise<ChatAnswer<'fork'>> {
  const { chatId, messageId } = command
  const { store, hub, randomBytes, clock } = engine
  return engine.commands.once(CHAT_COMMANDS.fork, command, async keep => {
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
    const at = clock()
    const toMade = () => ({ ...blankFork(chat, { id, at }), ...forker.references(chat, messageId) })
    await engine.deletions.create(id, copy(engine, { chat, path, forker }), () => [
      toChatPut(toMade(), { expect: 0, order: 'next' }),
      keep({ chatId: id }),
    ])
    hub.publish({ kind: 'chat-changed', chatId: id, chat: toMade() })
    return { chatId: id }
  })
}

interface Copying {
  readonly chat: Chat
  readonly path: Path
  readonly forker: Forker
}

async function* copy(engine: EngineContext, { chat, path, forker }: Copying): AsyncGenerator<readonly Operation[]> {
  for (const message of path.toSorted(byOrder)) {
    await takeTurns()
    const made = forker.copy(message)
    if (made === null) continue
    // The bytes of a released file may be gone: the copy must not name them.
    const refs = toMessageRefs(made, releasedOf(chat.marks, message.id))
    yield [{ ...toMessagePut(made), refs }, ...(await copyCalls(engine, message, made))]
  }
}

/** The calls of a copied message. One that is running in the original is not running in the copy. */
async function copyCalls(engine: EngineContext, from: Message, copy: NewMessage): Promise<readonly Operation[]> {
  if (copy.role !== 'assistant' || !hasToolCalls(from)) return []
  const ids = copy.parts.flatMap(part => (part.kind === 'tool-call' ? [part.callId] : []))
  return (await readCalls(engine, from.id)).flatMap(({ call }) => {
    const id = ids[call.position]
    if (id === undefined) return []
    const left = call.state.kind === 'started' ? asUnknown(call, engine.clock()) : call
    const state = left.state.kind === 'approved' ? ({ kind: 'proposed' } as const) : left.state
    return [toCallPut({ ...left, id, chatId: copy.chatId, messageId: copy.id, state }, 0)]
  })
}

function byOrder(one: Message, other: Message): number {
  return one.order - other.order
}
