import type { ActiveChats, ChatEvent, ChatId, ChatPage, ChatPlace, Client, ListedChat } from '@stet/api/client'
import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useInfiniteQuery,
} from '@tanstack/react-query'
import { refreshQueries } from '../state/refresh-queries.ts'
import { useServices } from '../state/services.ts'
import { applyToList, listedId } from './apply-to-list.ts'

const PAGE = 50
const LISTS = ['chats']
const ACTIVE = ['active-chats']
const PLACES: readonly ChatPlace[] = ['open', 'pinned', 'archived']

function keyOf(place: ChatPlace): readonly string[] {
  return [...LISTS, place]
}

export function chatListQuery(client: Pick<Client, 'listChats'>, place: ChatPlace) {
  return infiniteQueryOptions({
    queryKey: keyOf(place),
    queryFn: ({ pageParam }) => client.listChats({ place, after: pageParam, limit: PAGE }),
    initialPageParam: null as string | null,
    getNextPageParam: (page: ChatPage) => page.next,
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** The chats in which something runs or waits, wherever they are listed. */
export function activeChatsQuery(client: Pick<Client, 'activeChats'>) {
  return queryOptions<ActiveChats>({
    queryKey: ACTIVE,
    queryFn: () => client.activeChats(),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

export function useChatList(place: ChatPlace, enabled = true) {
  const query = useInfiniteQuery({ ...chatListQuery(useServices().client, place), enabled })
  return { ...query, chats: withoutDoubles(query.data?.pages.flatMap(page => page.chats) ?? []) }
}

/** A chat that moved up while the next page was fetched is on both pages. */
function withoutDoubles(chats: readonly ListedChat[]): readonly ListedChat[] {
  const seen = new Set<string>()
  return chats.filter(listed => !seen.has(listedId(listed)) && seen.add(listedId(listed)))
}

export function updateChatList(queries: QueryClient, event: ChatEvent): void {
  for (const place of PLACES) updatePlace(queries, place, event)
  if (changesActivity(queries, event)) void refreshQueries(queries, ACTIVE)
}

function updatePlace(queries: QueryClient, place: ChatPlace, event: ChatEvent): void {
  const queryKey = keyOf(place)
  const data = queries.getQueryData<InfiniteData<ChatPage, string | null>>(queryKey)
  if (!data) {
    if (mayChangeList(event) && queries.isFetching({ queryKey }) > 0) void refreshQueries(queries, queryKey)
    return
  }
  const pages = applyToList(data.pages, place, event)
  // Setting equal data would still redraw the list, for every piece of text that arrives.
  if (pages === data.pages) return
  queries.setQueryData<InfiniteData<ChatPage, string | null>>(queryKey, { ...data, pages: [...pages] })
  // A response that is under way may be older than this event and would undo it.
  if (queries.isFetching({ queryKey }) > 0) void refreshQueries(queries, queryKey)
}

/** Whether a first list, asked for before this event, may lack what it reports. */
function mayChangeList({ kind }: ChatEvent): boolean {
  return kind === 'chat-changed' || kind === 'chat-listed' || kind === 'run-started' || kind === 'run-ended'
}

/** Whether an event may add a chat to those that are active, or change one of them. */
function changesActivity(queries: QueryClient, event: ChatEvent): boolean {
  switch (event.kind) {
    case 'run-started':
    case 'run-resumed':
    case 'run-ended':
    case 'waiting-changed':
      return true
    case 'chat-listed':
      if (event.running || event.waiting !== null) return true
      break
    case 'chat-changed':
      break
    default:
      return false
  }
  const active = queries.getQueryData<ActiveChats>(ACTIVE)?.chats ?? []
  return active.some(listed => listedId(listed) === event.chatId)
}

/** The title of a chat that is on a loaded list; null for others. */
export function listedTitle(queries: QueryClient, chatId: ChatId): string | null {
  for (const place of PLACES) {
    const pages = queries.getQueryData<InfiniteData<ChatPage, string | null>>(keyOf(place))?.pages ?? []
    const found = pages.flatMap(page => page.chats).find(listed => listedId(listed) === chatId)
    if (found?.kind === 'chat') return found.chat.title?.text ?? null
  }
  return null
}

export async function refreshChatList(queries: QueryClient): Promise<void> {
  await refreshQueries(queries, LISTS, ACTIVE)
}
