import type { ChatId, MessageId, NewMessage, RunId } from '@stet/history'
import { type Operation, toMessagePut, WAITING_SHELF } from '@stet/store'
import type { EngineRoom } from './engine-room.ts'
import { readWaiting } from './read-waiting.ts'

export interface TakenMessages {
  readonly messages: readonly NewMessage[]
  /** What makes them messages and lets them wait no longer. */
  readonly operations: readonly Operation[]
  /** The last of them; null when none waits. */
  readonly last: MessageId | null
}

interface Place {
  readonly chatId: ChatId
  /** The runs that they wait for. */
  readonly runs: ReadonlySet<RunId>
  readonly below: MessageId
}

/** The messages that wait for a run, as user messages below its last one, in the order in which they were sent (R10). */
export async function takeWaiting(room: Pick<EngineRoom, 'store' | 'log'>, place: Place): Promise<TakenMessages> {
  const messages: NewMessage[] = []
  const operations: Operation[] = []
  let last: MessageId | null = null
  for (const { message: waiting, version } of await readWaiting(room, place.chatId)) {
    if (!place.runs.has(waiting.runId)) continue
    const { id, chatId, at, text } = waiting
    const message: NewMessage = {
      id,
      chatId,
      parentId: last ?? place.below,
      at,
      copiedFrom: null,
      role: 'user',
      parts: [{ kind: 'text', text }],
    }
    messages.push(message)
    operations.push(toMessagePut(message), { kind: 'remove', shelf: WAITING_SHELF, id, expect: version })
    last = id
  }
  return { messages, operations, last }
}
