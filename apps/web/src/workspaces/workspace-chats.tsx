import type { ChatId, ChatPage, ChatPlace, Cost, ListedChat, WorkspaceId } from '@stet/api/client'
import { useInfiniteQuery, useQueries } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { chatTitle } from '../chats/chat-title.ts'
import { formatCost, isFree } from '../formats/format-cost.ts'
import { formatMoment } from '../formats/format-moment.ts'
import { useServices } from '../state/services.ts'
import { Button } from '../ui/controls/button.tsx'
import { Select } from '../ui/controls/select-field.tsx'

const PAGE = 50

/** The chats of a workspace with their date and cost, most recently active first. */
export function WorkspaceChats({ workspaceId }: { workspaceId: WorkspaceId }) {
  const [place, setPlace] = useState<ChatPlace>('open')
  return (
    <>
      <Select label="Which chats" className="my-2 w-40" value={place} options={PLACES} onChange={setPlace} />
      <ChatsAt key={place} workspaceId={workspaceId} place={place} />
    </>
  )
}

const PLACES = [
  { value: 'open', label: 'Open chats' },
  { value: 'pinned', label: 'Pinned chats' },
  { value: 'archived', label: 'Archived chats' },
] as const

const NONE: Readonly<Record<ChatPlace, string>> = {
  open: 'No chats yet. Write a message below to start the first.',
  pinned: 'No pinned chats.',
  archived: 'No archived chats.',
}

function ChatsAt({ workspaceId, place }: { workspaceId: WorkspaceId; place: ChatPlace }) {
  const { client } = useServices()
  const { data, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useInfiniteQuery({
    queryKey: ['workspaces', workspaceId, 'chats', place],
    queryFn: ({ pageParam }) => client.listChats({ workspace: workspaceId, place, after: pageParam, limit: PAGE }),
    initialPageParam: null as string | null,
    getNextPageParam: page => page.next,
    staleTime: 0,
  })
  const chats = data?.pages.flatMap(page => page.chats) ?? []
  const costs = useCosts(data?.pages ?? [])
  if (error !== null && chats.length === 0) {
    return (
      <div role="alert" className="py-4 text-ink-soft">
        <p>Could not load the chats. {error.message}</p>
        <Button look="outline" className="mt-3" onClick={() => void refetch()}>
          Try again
        </Button>
      </div>
    )
  }
  if (!isPending && chats.length === 0) {
    return <p className="py-4 text-ink-soft">{NONE[place]}</p>
  }
  return (
    <>
      <ul aria-label="Chats of this workspace" className="divide-y divide-line">
        {chats.map(listed => (
          <ChatLine key={listed.kind === 'chat' ? listed.chat.id : listed.id} listed={listed} costs={costs} />
        ))}
      </ul>
      {hasNextPage && (
        <Button look="outline" className="mt-3" disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show more
        </Button>
      )}
    </>
  )
}

type Costs = Readonly<Record<ChatId, Cost>>

/** Asked page by page, so that a long list costs no more than what is shown of it. */
function useCosts(pages: readonly ChatPage[]): Costs {
  const { client } = useServices()
  const answers = useQueries({
    queries: pages.map(({ chats }) => {
      const chatIds = chats.flatMap(listed => (listed.kind === 'chat' ? [listed.chat.id] : []))
      const activeAt = chats.flatMap(listed => (listed.kind === 'chat' ? [listed.chat.activeAt] : []))
      return { queryKey: ['chat-costs', chatIds, activeAt], queryFn: () => client.chatCosts({ chatIds }) }
    }),
  })
  return Object.assign({}, ...answers.map(({ data }) => data?.costs ?? {}))
}

function ChatLine({ listed, costs }: { listed: ListedChat; costs: Costs }) {
  if (listed.kind === 'unreadable') {
    return <li className="py-3 text-red">A chat cannot be read. {listed.because} Your other chats are fine.</li>
  }
  const { chat } = listed
  const cost = costs[chat.id]
  return (
    <li>
      <Link
        to="/chats/$chatId"
        params={{ chatId: chat.id }}
        className="-mx-2 flex min-h-12 items-center gap-3 rounded px-2 py-2 transition-colors duration-150 hover:bg-wash"
      >
        <bdi className="min-w-0 flex-1 truncate text-left">{chatTitle(chat)}</bdi>
        {cost !== undefined && !isFree(cost) && (
          <span className="figures shrink-0 text-small text-ink-faint">{formatCost(cost)}</span>
        )}
        <time dateTime={new Date(chat.activeAt).toISOString()} className="shrink-0 text-small text-ink-faint">
          {formatMoment(chat.activeAt, Date.now())}
        </time>
      </Link>
    </li>
  )
}
