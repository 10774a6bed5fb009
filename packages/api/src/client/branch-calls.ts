import type { ChatId, Cleared, Deleted, Forked, LiftCommand, MessageId, Retried } from '@stet/engine'
import type { Act, Keyed, Read } from './wire.ts'

interface OfMessage extends Keyed {
  readonly messageId: MessageId
}

/** What a person does with the tree of a chat. */
export interface BranchCalls {
  retry(chatId: ChatId, command: OfMessage): Promise<Retried>
  chooseTip(chatId: ChatId, command: OfMessage): Promise<void>
  fork(chatId: ChatId, command: OfMessage): Promise<Forked>
  deleteMessage(chatId: ChatId, command: OfMessage): Promise<Deleted>
  clear(chatId: ChatId, command?: Keyed): Promise<Cleared>
  lift(chatId: ChatId, command: Keyed & Pick<LiftCommand, 'checkpointId' | 'act'>): Promise<void>
}

export function branchCalls(act: Act, read: Read): BranchCalls {
  const ofChat = (chatId: ChatId) => `/api/chats/${encodeURIComponent(chatId)}`
  const ofMessage = (chatId: ChatId, id: MessageId) => `${ofChat(chatId)}/messages/${encodeURIComponent(id)}`
  return {
    retry: async (chatId, { key, messageId }) =>
      read(await act('POST', `${ofMessage(chatId, messageId)}/retry`, key, {})),
    async chooseTip(chatId, { key, messageId }) {
      await act('PUT', `${ofChat(chatId)}/tip`, key, { messageId })
    },
    fork: async (chatId, { key, messageId }) =>
      read(await act('POST', `${ofMessage(chatId, messageId)}/fork`, key, {})),
    deleteMessage: async (chatId, { key, messageId }) =>
      read(await act('DELETE', ofMessage(chatId, messageId), key, {})),
    clear: async (chatId, command) => read(await act('POST', `${ofChat(chatId)}/clear`, command?.key, {})),
    async lift(chatId, { key, checkpointId, act: what }) {
      await act('PUT', `${ofChat(chatId)}/lifts/${encodeURIComponent(checkpointId)}`, key, { act: what })
    },
  }
}
