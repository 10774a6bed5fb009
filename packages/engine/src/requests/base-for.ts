import type { ChatId, Message, MessageId, Path, RequestId } from '@stet/history'
import { readChildren, type Store } from '@stet/store'

interface Asked {
  readonly chatId: ChatId
  /** What is to be answered. */
  readonly below: MessageId
  /** The end of the path to it. */
  readonly path: Path
}

/** The request that says most of what the next one will: that of another answer to the same message, or else of the last answer above it. */
export async function baseFor(store: Store, { chatId, below, path }: Asked): Promise<RequestId | null> {
  const beside = await readChildren(store, chatId, below)
  return lastIn(beside) ?? lastIn(path)
}

function lastIn(messages: readonly Message[]): RequestId | null {
  const asked = messages.findLast(
    // What a fork copied was asked for in another chat, and its request goes with that one.
    message => message.role === 'assistant' && message.requestId !== null && message.copiedFrom === null,
  )
  return asked?.role === 'assistant' ? asked.requestId : null
}
