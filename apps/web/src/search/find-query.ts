import type { ChatId, Client, MessageId } from '@stet/api/client'
import { queryOptions } from '@tanstack/react-query'
import { AGAIN_MS, searchedWords } from './search-query.ts'

const PAGE = 100

/** The page of what was found in a chat that has the message with this index. Another tip is another shown branch. */
export function findQuery(
  client: Pick<Client, 'findInChat'>,
  { chatId, tip, text, at }: { chatId: ChatId; tip: MessageId | null; text: string; at: number },
) {
  const words = searchedWords(text)
  const from = Math.floor(at / PAGE) * PAGE
  return queryOptions({
    queryKey: ['find-in-chat', chatId, words, tip, from] as const,
    // What is no longer searched for is cancelled.
    queryFn: ({ signal }) => client.findInChat(chatId, { text: words, from, signal }),
    enabled: words.trim() !== '',
    // Another page, or another tip, of the same words. What was found for other words is not counted and not walked through for these.
    placeholderData: (before, query) => (query?.queryKey[2] === words ? before : undefined),
    staleTime: 0,
    refetchInterval: query => (query.state.data?.index.kind === 'behind' ? AGAIN_MS : false),
  })
}
