import type { Chat, MessageId } from '@stet/history'

interface Stood {
  readonly id: MessageId
  readonly parentId: MessageId | null
  /** All that is said at its place, itself included. */
  readonly siblings: readonly MessageId[]
}

/**
 * An answer that comes to stand beside others right below the tip is the one that was asked for. It becomes the tip: as long as that
 * is above the fork, whatever another run writes on the branch beside it would be the newest, and the page would jump there.
 */
export function tipAfterAnswer({ tip }: Pick<Chat, 'tip'>, { id, parentId, siblings }: Stood): MessageId | null {
  return tip === parentId && siblings.length > 1 ? id : tip
}
