import type { MessageId, NewMessage } from '@stet/history'
import type { Written } from '@stet/store'
import { orderOf } from '../record/order-of.ts'
import type { EventHub } from './event-hub.ts'

interface Added {
  readonly written: Written
  readonly tip: MessageId | null
  /** The other children of the first one's parent. */
  readonly siblings?: readonly MessageId[]
}

/** Publishes messages that were written one below the other. If the last one is the tip, each is the tip in its own event. */
export function publishAdded(
  hub: Pick<EventHub, 'publish'>,
  messages: readonly NewMessage[],
  { written, tip, siblings = [] }: Added,
): void {
  const follows = messages.at(-1)?.id === tip
  for (const [index, added] of messages.entries()) {
    const { id, chatId } = added
    hub.publish({
      kind: 'message-added',
      chatId,
      message: { ...added, order: orderOf(written, id) },
      siblings: index === 0 ? [...siblings, id] : [id],
      tip: follows ? id : tip,
    })
  }
}
