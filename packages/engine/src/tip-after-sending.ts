import { type Chat, type MessageId, type NewMessage, rememberTip } from '@stet/history'
import { readNewestLeaf, type Store } from '@stet/store'

/** The new message is the tip. A leaf that is no longer shown is remembered, so that one can go back to it (H4). */
export async function tipAfterSending(
  store: Store,
  { id, tip, recentTips }: Chat,
  message: NewMessage,
): Promise<{ readonly tip: MessageId; readonly recentTips: readonly MessageId[] }> {
  const left = await readNewestLeaf(store, id, tip)
  const stays = left === null || left === message.parentId
  return { tip: message.id, recentTips: stays ? recentTips : rememberTip(recentTips, left) }
}
