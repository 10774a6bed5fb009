import type { Chat, ModelFacts, UserMessage } from '@stet/history'
import { assembleRequest } from './assemble-request.ts'
import { EngineError } from './engine-error.ts'
import type { EngineRoom } from './engine-room.ts'
import { createPathTail } from './path-tail.ts'

interface MessageToSend {
  readonly chat: Chat
  readonly facts: ModelFacts
  readonly message: Omit<UserMessage, 'order'>
}

/** Whether the answer can be asked for at all (C9). Found out before the message stands, it costs the person nothing to change it. */
export async function checkFits(
  room: Pick<EngineRoom, 'store' | 'tokens'>,
  { chat, facts, message }: MessageToSend,
): Promise<void> {
  const tail = createPathTail(room.store, chat.id, message.parentId)
  const next: UserMessage = { ...message, order: Number.MAX_SAFE_INTEGER }
  const assembly = await assembleRequest(room, { chat, facts, tail, next })
  if (assembly.kind === 'cannot-fit') throw new EngineError('cannot-fit', assembly.because)
}
