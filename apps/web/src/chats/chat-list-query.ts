import type { ChatEvent, ChatPage, Client, ListedChat } from '@stet/api/client'
import { type InfiniteData, infiniteQueryOptions, type QueryClient, useInfiniteQuery } from '@tanstack/react-query'
import { useServices } from '../state/services.ts'
import { applyToList, listedId } from './apply-to-list.ts'

const PAGE = 50
const KEY = ['chats']

export function chatListQuery(client: Pick<Client, 'listChats'>) {
  return infiniteQueryOptions({
    queryKey: KEY,
    queryFn: ({ pageParam }) => client.listChats({ after: pageParam, limit: PAGE }),
    initialPageParam: null as string | null,
    getNextPageParam: (page: ChatPage) => page.next,
    staleTime: Number.POSITIVE_INFINITY,
  })
}

export function useChatList() {
  const query = useInfiniteQuery(chatListQuery(useServices().client))
  return { ...query, chats: withoutDoubles(query.data?.pages.flatMap(page => page.chats) ?? []) }
}

/** A chat that moved up while the next page was fetched is on both. */
function withoutDoubles(chats: readonly ListedChat[]): readonly ListedChat[] {
  const seen = new Set<string>()
  return chats.filter(listed => !seen.has(listedId(listed)) && seen.add(listedId(listed)))
}

export function updateChatList(queries: QueryClient, event: ChatEvent): void {
  const data = queries.getQueryData<InfiniteData<ChatPage, string | null>>(KEY)
  if (!data) return
  const pages = applyToList(data.pages, event)
  // Setting even the same data draws the list again, for every piece of text that arrives.
  if (pages === data.pages) return
  queries.setQueryData<InfiniteData<ChatPage, string | null>>(KEY, { ...data, pages: [...pages] })
  // An answer that is on its way may be older than this event and would undo it.
  if (queries.isFetching({ queryKey: KEY }) > 0) void refreshChatList(queries)
}

export async function refreshChatList(queries: QueryClient): Promise<void> {
  await queries.invalidateQueries({ queryKey: KEY })
}
