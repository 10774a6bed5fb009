import type { MessageId, NewMessage } from '@stet/history'
import type { Written } from '@stet/store'
import { orderOf } from '../record/order-of.ts'
import type { EventHub } from './event-hub.ts'

interface Added {
  readonly written: Written
  readonly tip: MessageId | null
  /** What else hangs where the first of them hangs. */
  readonly siblings?: readonly MessageId[]
}

/** Tells of messages that were written one below the other. Where the last of them is the tip, a page follows them one by one. */
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
