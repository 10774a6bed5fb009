import type { ChatId, CompactionId, MessageId, SummariseCommand, Summarising } from '@stet/engine'
import type { Act, Keyed, Read } from './wire.ts'

/** Summaries that a person asks for. */
export interface SummaryCalls {
  /** Answered when the work has begun; what becomes of it is told by events. `again` is the summary to make anew. */
  summarise(
    chatId: ChatId,
    command: Keyed & Pick<SummariseCommand, 'form'> & { readonly again?: MessageId | null },
  ): Promise<Summarising>
  /** Takes a summary that failed out of sight. */
  dismissCompaction(chatId: ChatId, command: Keyed & { readonly compactionId: CompactionId }): Promise<void>
}

export function summaryCalls(act: Act, read: Read): SummaryCalls {
  const ofChat = (chatId: ChatId) => `/api/chats/${encodeURIComponent(chatId)}/summaries`
  return {
    summarise: async (chatId, { key, form, again = null }) =>
      read(await act('POST', ofChat(chatId), key, { form, ...(again === null ? {} : { again }) })),
    async dismissCompaction(chatId, { key, compactionId }) {
      await act('DELETE', `${ofChat(chatId)}/${encodeURIComponent(compactionId)}`, key, {})
    },
  }
}
