import type { Chat, MessageId } from '@stet/history'
import { toMessagePut } from '@stet/store'
import type { ClosedStep } from './close-step.ts'
import type { EngineRoom } from './engine-room.ts'
import { environmentBefore } from './environment-before.ts'
import { prepareBelow } from './prepare-below.ts'

interface Place {
  readonly chat: Chat
  readonly parentId: MessageId | null
  readonly at: number
}

/** All that has to stand before the next message of the person, last what changed about the directories (H8). */
export async function prepareNext(room: EngineRoom, { chat, parentId, at }: Place): Promise<ClosedStep> {
  const above = await prepareBelow(room, { chatId: chat.id, parentId, at })
  if (above.messages.some(({ role }) => role === 'env-changed')) return above
  const note = await environmentBefore(room, { chat, stands: parentId, below: above.last, at })
  if (note === null) return above
  return {
    calls: above.calls,
    messages: [...above.messages, note],
    operations: [...above.operations, toMessagePut(note)],
    last: note.id,
  }
}
