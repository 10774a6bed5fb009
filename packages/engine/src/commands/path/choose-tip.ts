import { CHAT_COMMANDS, type ChatCommand } from '@stet/commands'
import { type ChatId, type LinkMessage, type MessageId, rememberTip } from '@stet/history'
import { readNewestLeaf, readPathBackwards, type Store } from '@stet/store'
import type { EngineContext } from '../../engine-context.ts'
import { readLink } from '../../record/read-link.ts'
import { EngineError } from '../../runtime/engine-error.ts'
import { changeChat } from '../chats/change-chat.ts'

/**
 * Shows the branch through a message: where the user last was in it, or its newest descendant (H4). Does what history's `chooseTip` does,
 * without reading the whole tree.
 */
export async function chooseTip(engine: EngineContext, command: ChatCommand<'chooseTip'>): Promise<void> {
  const { chatId, messageId } = command
  const { store } = engine
  await changeChat(engine, CHAT_COMMANDS.chooseTip, command, async chat => {
    const chosen = await readLink(store, chatId, messageId)
    if (chosen === null) {
      throw new EngineError('message-not-found', `no message ${messageId} in this chat can be shown`)
    }
    const left = await readNewestLeaf(store, chatId, chat.tip)
    const recentTips = left === null ? chat.recentTips : rememberTip(chat.recentTips, left)
    return { ...chat, tip: (await findWithin(store, chatId, recentTips, chosen)) ?? chosen.id, recentTips }
  })
}

async function findWithin(
  store: Store,
  chatId: ChatId,
  tips: readonly MessageId[],
  chosen: LinkMessage,
): Promise<MessageId | null> {
  for (const tip of tips) if (await hangsBelow(store, chatId, tip, chosen)) return tip
  return null
}

async function hangsBelow(store: Store, chatId: ChatId, tip: MessageId, chosen: LinkMessage): Promise<boolean> {
  for await (const { link } of readPathBackwards(store, chatId, tip)) {
    if (link?.id === chosen.id) return true
    // Messages above are older, so nothing has to be read above the chosen one.
    if (link === null || link.order < chosen.order) return false
  }
  return false
}
