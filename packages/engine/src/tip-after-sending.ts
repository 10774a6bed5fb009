import { type Chat, type MessageId, rememberTip } from '@stet/history'
import { readNewestLeaf, type Store } from '@stet/store'

interface Said {
  /** The last message that was sent. */
  readonly id: MessageId
  /** What it was sent below. */
  readonly parentId: MessageId | null
}

/** The new message is the tip. A leaf that is no longer shown is remembered, so that one can go back to it (H4). */
export async function tipAfterSending(
  store: Store,
  { id, tip, recentTips }: Chat,
  said: Said,
): Promise<{ readonly tip: MessageId; readonly recentTips: readonly MessageId[] }> {
  const left = await readNewestLeaf(store, id, tip)
  const stays = left === null || left === said.parentId
  return { tip: said.id, recentTips: stays ? recentTips : rememberTip(recentTips, left) }
}
