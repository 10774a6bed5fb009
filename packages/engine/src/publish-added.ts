import type { MessageId, NewMessage } from '@stet/history'
import type { Written } from '@stet/store'
import type { EventHub } from './event-hub.ts'
import { orderOf } from './order-of.ts'

interface Added {
  readonly written: Written
  readonly tip: MessageId | null
  /** What else hangs where the first of them hangs. */
  readonly siblings?: readonly MessageId[]
}

/** Tells of messages that were written one below the other. */
export function publishAdded(
  hub: EventHub,
  messages: readonly NewMessage[],
  { written, tip, siblings = [] }: Added,
): void {
  for (const [index, added] of messages.entries()) {
    const { id, chatId } = added
    const message = { ...added, order: orderOf(written, id) }
    hub.publish({ kind: 'message-added', chatId, message, siblings: index === 0 ? [...siblings, id] : [id], tip })
  }
}
