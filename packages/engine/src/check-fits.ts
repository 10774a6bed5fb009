import type { Chat, MessageId, ModelFacts, UserMessage } from '@stet/history'
import { assembleRequest } from './assemble-request.ts'
import { EngineError } from './engine-error.ts'
import type { EngineRoom } from './engine-room.ts'
import { createPathTail } from './path-tail.ts'

interface AnswerToAsk {
  readonly chat: Chat
  readonly facts: ModelFacts
  /** The end of the path that stands. */
  readonly below: MessageId | null
  /** What will be said below it, where it does not stand yet. */
  readonly next: Omit<UserMessage, 'order'> | null
}

/** Whether the answer can be asked for at all (C9). Found out before anything is written, it costs the person nothing to change it. */
export async function checkFits(
  room: Pick<EngineRoom, 'store' | 'tokens'>,
  { chat, facts, below, next }: AnswerToAsk,
): Promise<void> {
  const tail = createPathTail(room.store, chat.id, below)
  const message = next === null ? null : { ...next, order: Number.MAX_SAFE_INTEGER }
  const assembly = await assembleRequest(room, { chat, facts, tail, next: message })
  if (assembly.kind === 'cannot-fit') throw new EngineError('cannot-fit', assembly.because)
}
