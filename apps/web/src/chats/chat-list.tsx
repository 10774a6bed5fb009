import { type KeyboardEvent, useEffect, useRef } from 'react'
import { Button } from '../ui/controls/button.tsx'
import { listedId } from './apply-to-list.ts'
import { ChatListItem } from './chat-list-item.tsx'
import { useChatList } from './chat-list-query.ts'

export function ChatList({ onChosen }: { onChosen: () => void }) {
  const { chats, isPending, isError, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useChatList()
  return (
    <nav aria-label="Chats" className="min-h-0 flex-1 overflow-y-auto px-2 pb-4" onKeyDown={walk}>
      {isPending && <ListSkeleton />}
      {isError && chats.length === 0 && (
        <div className="px-3 py-2 text-ink-soft">
          <p>Could not load your chats. {error.message}</p>
          <Button look="outline" className="mt-3" onClick={() => refetch()}>
            Try again
          </Button>
        </div>
      )}
      {!(isPending || isError) && chats.length === 0 && <p className="px-3 py-2 text-ink-faint">No chats yet</p>}
      <ul className="flex flex-col gap-px">
        {chats.map(listed => (
          <ChatListItem key={listedId(listed)} listed={listed} onChosen={onChosen} />
        ))}
      </ul>
      {hasNextPage && <NextPage busy={isFetchingNextPage} onNear={fetchNextPage} />}
    </nav>
  )
}

function walk(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (step === 0) return
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-chat-link]')]
  const at = links.findIndex(link => link.matches(':focus'))
  const next = links[at + step]
  if (at === -1 || !next) return
  event.preventDefault()
  next.focus()
}

function NextPage({ busy, onNear }: { busy: boolean; onNear: () => unknown }) {
  const end = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (busy || !end.current) return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && onNear(), { rootMargin: '200px' })
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [busy, onNear])
  return (
    <div ref={end} className="h-9 px-3 py-2 text-ink-faint">
      {busy && 'Loading more…'}
    </div>
  )
}

function ListSkeleton() {
  return (
    <div aria-hidden="true" className="appear-late flex flex-col gap-5 px-3 py-3">
      {[72, 48, 84, 60].map(width => (
        <div key={width} className="h-3 rounded bg-wash" style={{ width: `${width}%` }} />
      ))}
    </div>
  )
}
